"""Objects that a framework, a test or another file would make, and what they are given.

Spring and CDI fill constructors and fields by type; Lombok writes constructors that they use.
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.classes import ClassInfo, FunctionInfo
from topoviz.engine.dsl.frameworks import annotated
from topoviz.engine.dsl.frameworks.bean_lists import COLLECTIONS, all_beans, collect, one_bean
from topoviz.engine.dsl.frameworks.beans import Bean, given_to, is_for, is_managed
from topoviz.engine.dsl.frameworks.conditions import is_there
from topoviz.engine.dsl.frameworks.config_mapping import mapped_object, mapping_for
from topoviz.engine.dsl.frameworks.factory_beans import BUILDER, qualified_builder
from topoviz.engine.dsl.frameworks.micronaut import CONFIGURED_BUILDER, named_builder
from topoviz.engine.dsl.frameworks.settings import Place, configured_place, prefix_of
from topoviz.engine.dsl.interpreter.classes.classes import instantiate
from topoviz.engine.dsl.interpreter.classes.fields import set_field
from topoviz.engine.dsl.interpreter.classes.functions import invoke
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.outside import parameter_from_outside
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.values import Instance, ListValue, Named, Unknown, Value, null_so_far
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.tree import TypeName

_PROVIDERS: Final = ("ObjectProvider", "Provider", "Instance", "ObjectFactory")
"""Types that give the object they are asked for."""


def object_from_outside(world: World, info: ClassInfo, constructor: FunctionInfo | None = None) -> Step:
    """Make an object as a framework or a test would; a framework makes one of a class, and runs what comes after."""
    known = world.objects.get(info)
    if known is not None:
        return known
    outer = None
    is_inner = "static" not in info.declaration.modifiers and info.declaration.kind == "class"
    if is_inner and info.outer is not None and info.outer.declaration.kind == "class":
        outer = yield object_from_outside(world, info.outer)
    constructor = constructor or _constructor(info)
    parameters = constructor.declaration.parameters if constructor else info.declaration.parameters
    prefix = prefix_of(info)
    arguments: list[Value] = []
    for parameter in parameters:
        arguments.append((yield argument_from_outside(world, parameter, info, prefix)))
    instance: Instance = yield instantiate(world, info, arguments, None, outer)
    # Whoever made the object may have set what is null in it before anything is called.
    for name in instance.fields.keys() - info.final_fields():
        instance.fields[name] = null_so_far(instance.fields[name])
    if is_managed(info):
        world.objects[info] = instance
    yield _fill(world, instance, prefix)
    yield _run_what_comes_after(world, instance)
    return instance


def arguments_from_outside(world: World, function: FunctionInfo) -> Step:
    """Make the arguments of a function that nobody in the text calls."""
    arguments: list[Value] = []
    for parameter in function.declaration.parameters:
        value = yield argument_from_outside(world, parameter, function.owner)
        # Behind a variadic parameter, which would take it too, Kotlin wants a name.
        is_behind = any(one.variadic for one in function.declaration.parameters[: len(arguments)])
        arguments.append(Named(parameter.name, value) if is_behind else value)
    return arguments


def argument_from_outside(
    world: World, parameter: tree.Parameter, owner: ClassInfo | None, prefix: str | None = None
) -> Step:
    """Make the value of a parameter: configured, a bean of the text, a builder, or unknown."""
    known = yield configured_place(world, parameter, owner, prefix)
    if known is None and parameter.type is not None:
        known = yield bean_for(world, parameter.type, parameter, owner)
    return parameter_from_outside(world, parameter) if known is None else known


def bean_for(world: World, wanted: TypeName, place: Place, owner: ClassInfo | None) -> Step:
    """Come to what a framework gives a parameter or field of a type; None when the text has nothing that makes it."""
    given, name, span = place.annotations, place.name, place.span
    if is_for(CONFIGURED_BUILDER, wanted):
        return (yield named_builder(world, given, span, owner))
    if wanted.simple_name in _PROVIDERS and wanted.arguments:
        inside = yield argument_from_outside(world, tree.Parameter(span, name, wanted.arguments[0]), None)
        return ListValue([inside], kind="optional")
    several = yield _several(world, wanted)
    if several is not None:
        return several
    bean = one_bean(world, wanted, given, name)
    mapping = mapping_for(world.program, wanted)
    if bean is not None:
        return (yield made(world, bean))
    if mapping is not None:
        return (yield mapped_object(world, mapping, prefix_of(mapping) or ""))
    return (yield qualified_builder(world, given, name, span, owner, produced)) if is_for(BUILDER, wanted) else None


def made(world: World, bean: Bean) -> Step:
    """Come to the one object that is a bean."""
    return object_from_outside(world, bean) if isinstance(bean, ClassInfo) else produced(world, bean)


def _several(world: World, wanted: TypeName) -> Step:
    """Make all beans of a type where a collection of them is asked for; None when it is not known which there are."""
    beans = all_beans(world, wanted.arguments[-1]) if wanted.simple_name in COLLECTIONS and wanted.arguments else ()
    if not beans or any(is_there(world, given_to(one)) is None for one in beans):
        return None
    values: list[Value] = []
    for one in beans:
        values.append((yield made(world, one)))
    return (yield collect(world, wanted, beans, values))


def produced(world: World, function: FunctionInfo) -> Step:
    """Call a method that produces something, once; one that is asked for while it runs has nothing to give yet."""
    key = id(function.declaration)
    if key in world.beans:
        return world.beans[key]
    if key in world.making:
        name = function.declaration.name
        return Unknown(name, f"{name}() needs what it makes itself.", function.declaration.span)
    world.making.add(key)
    this = None
    if function.owner is not None and not function.declaration.is_static:
        this = yield object_from_outside(world, function.owner)
    arguments = yield arguments_from_outside(world, function)
    world.beans[key] = yield invoke(world, function, this, arguments, None)
    return world.beans[key]


def _constructor(info: ClassInfo) -> FunctionInfo | None:
    """Choose the constructor that a framework uses: the one it is told to, else the first."""
    marked = [one for one in info.constructors if annotated.has(one.declaration.annotations, "Autowired", "Inject")]
    return next(iter((*marked, *info.constructors_written())), None)


def _fill(world: World, instance: Instance, prefix: str | None) -> Step:
    """Give values to the fields that the text leaves empty."""
    for info in reversed(list(instance.info.lineage())):
        for member in info.variables():
            yield _fill_field(world, instance, info, member, prefix)
    return None


def _fill_field(world: World, instance: Instance, info: ClassInfo, member: tree.Declare, prefix: str | None) -> Step:
    configured = yield configured_place(world, member, info, prefix)
    if configured is not None:
        set_field(instance, member.name, configured)
        return None
    value = instance.fields.get(member.name)
    if member.value is not None or not isinstance(value, Unknown) or value.key != member.name or member.type is None:
        return None
    known = yield bean_for(world, member.type, member, info)
    if known is None:
        known = world.unknown(member.name, value.reason, value.span, value.type_name)
    set_field(instance, member.name, known)
    return None


def _run_what_comes_after(world: World, instance: Instance) -> Step:
    """Run `@PostConstruct` methods; one that adds operators is a start of its own."""
    for info in reversed(list(instance.info.lineage())):
        for function in [one for functions in info.functions.values() for one in functions]:
            body = function.declaration.body
            is_after = annotated.has(function.declaration.annotations, "PostConstruct")
            if is_after and body is not None and not world.has_dsl(body):
                yield invoke(world, function, instance, [], None)
    return None
