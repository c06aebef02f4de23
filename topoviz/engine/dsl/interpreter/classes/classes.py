"""Making objects of the text's classes, and their static sides."""

from __future__ import annotations

from topoviz.engine.dsl.arithmetic import unset
from topoviz.engine.dsl.classes import ClassInfo, FunctionInfo
from topoviz.engine.dsl.frameworks import lombok
from topoviz.engine.dsl.interpreter.classes.anonymous_names import UNNAMED, anonymous_name
from topoviz.engine.dsl.interpreter.classes.constant_fields import is_constant
from topoviz.engine.dsl.interpreter.classes.constructor_choice import doubt_choice, forget_kept, only_keep_arguments
from topoviz.engine.dsl.interpreter.classes.declared import as_declared, settled, unset_field
from topoviz.engine.dsl.interpreter.classes.fields import field_key, set_field
from topoviz.engine.dsl.interpreter.classes.finding import find_class
from topoviz.engine.dsl.interpreter.classes.functions import bind, invoke
from topoviz.engine.dsl.interpreter.classes.hidden_calls import tell_hidden_calls
from topoviz.engine.dsl.interpreter.classes.loading import refuse_unloadable, thrown_by_loading
from topoviz.engine.dsl.interpreter.dispatch import evaluate, execute
from topoviz.engine.dsl.interpreter.handed_over import report_handed_over
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.static_effects import apply_open_statics
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.library import constructors
from topoviz.engine.dsl.library.exceptions import is_known_exception, make_exception
from topoviz.engine.dsl.objects import InPlan, TopologyValue
from topoviz.engine.dsl.overloads import choose
from topoviz.engine.dsl.program_reading import add_class, link_supertypes
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.throws import ProgramThrows
from topoviz.engine.dsl.values import NULL, Constant, Instance, ListValue, Named, Value, null_so_far, taint
from topoviz.engine.refusal import Refused, Why
from topoviz.engine.source import Span
from topoviz.engine.syntax import tree


def copied(world: World, source: Instance, arguments: list[Value], call: Span) -> Step:
    """Call `copy()` of a data class: another object, with what is given in place of what the first one holds."""
    parameters = source.info.declaration.parameters
    named = {argument.name: argument.value for argument in arguments if isinstance(argument, Named)}
    plain = [argument for argument in arguments if not isinstance(argument, Named)]
    given = dict(zip((one.name for one in parameters), plain, strict=False)) | named
    values = [given.get(one.name) or source.fields.get(one.name) or world.undetermined(one) for one in parameters]
    return (yield instantiate(world, source.info, values, call, source.outer, source.scope))


def enclosing(info: ClassInfo, around: Instance) -> Instance:
    """Find the object that an inner class is made in: the nearest one of the class round it."""
    current: Instance | None = around
    while current is not None:
        if info.outer in list(current.info.lineage()):
            return current
        current = current.outer
    return around


def anonymous(world: World, node: tree.New, arguments: list[Value], scope: Scope) -> Step:
    """An object of an anonymous class, which sees the variables round it."""
    assert node.body is not None
    info = world.program.by_declaration.get(id(node.body))
    if info is None:
        info = add_class(world.program, node.body, scope.owner)
        info.is_local = True
        link_supertypes(world.program, info, lambda name: find_class(world, name, scope))
        named = find_class(world, node.type.name, scope)
        if named is not None and named not in info.supertypes:
            info.supertypes = (*info.supertypes, named)
        info.binary_name = anonymous_name(world, node.body, scope.owner)
        if world.is_kotlin(node.span):
            # Kotlin's compiler names it after the function and the variable round it.
            info.binary_name = UNNAMED
    # Double braces: `new Properties() {{ put(…); }}` is a library object with an initializer run on it.
    made = constructors.construct(world, node.type.simple_name, arguments, node.span)
    instance = Instance(info, {}, scope, scope.this)
    if made is not None:
        instance.fields["super"] = made
    yield _lay_out(world, instance)
    yield _construct_super(world, instance, info, arguments, node.span)
    yield _initialize(world, instance, info)
    tell_hidden_calls(world, info, node.span)
    if made is None:
        return instance
    for name in info.functions:
        # What the class itself does instead is not followed.
        reason = f"An anonymous class has a {name}() of its own here, in place of what {node.type.simple_name} does."
        taint(made, reason)
        if isinstance(made, InPlan | TopologyValue):
            world.doubt("overridden", node.span, reason, "It is not followed; all names and numbers are unsure.")
    return made


def instantiate(
    world: World,
    info: ClassInfo,
    arguments: list[Value],
    call: Span | None,
    outer: Instance | None = None,
    seen: Scope | None = None,
) -> Step:
    """Make an object: supertypes first, then fields, then the constructor's body.

    That of a class in a function has `seen` the variables there.
    """
    yield statics_of(world, info)
    instance = Instance(info, {}, seen, outer)
    yield _lay_out(world, instance)
    yield construct(world, instance, info, arguments, call)
    tell_hidden_calls(world, info, call)
    return instance


def construct(
    world: World,
    instance: Instance,
    info: ClassInfo,
    arguments: list[Value],
    call: Span | None,
    caller: FunctionInfo | None = None,
) -> Step:
    """Run the constructor of a class on an object; `this(…)` of another constructor never means that one itself."""
    canonical = _canonical(info)
    of_lombok = lombok.constructors(info)
    written = [
        one for one in info.constructors_written() if caller is None or one.declaration.span != caller.declaration.span
    ]
    own = [*written, *([canonical] if canonical is not None else []), *of_lombok]
    chosen = choose(own, arguments)
    is_open = chosen is not None and not chosen.is_certain
    keeps_only = is_open and only_keep_arguments(world, own, arguments)
    if is_open and not keeps_only:
        doubt_choice(world, info.name, call)
    if chosen is None:
        yield _construct_super(world, instance, info, [], call)
        yield _initialize(world, instance, info)
    elif chosen.function is canonical:
        yield _fill_record(world, instance, info, arguments)
    elif chosen.function in of_lombok:
        yield _construct_super(world, instance, info, [], call)
        yield _initialize(world, instance, info)
        _fill_fields(instance, chosen.function, arguments)
    else:
        world.entered.add(id(chosen.function.declaration))
        yield invoke(world, _with_explicit_start(chosen.function), instance, arguments, call, instance.scope)
    if keeps_only:
        forget_kept(instance, own)
    return None


def _canonical(info: ClassInfo) -> FunctionInfo | None:
    """Give the constructor that a record has without writing it: one parameter for each component."""
    parameters = info.declaration.parameters
    if info.declaration.kind != "record":
        return None
    for written in info.constructors_written():
        if [one.type for one in written.declaration.parameters] == [one.type for one in parameters]:
            return None
    declaration = tree.FunctionDeclaration(info.declaration.span, info.name, parameters, None, None)
    return FunctionInfo(declaration, info)


def _fill_record(world: World, instance: Instance, info: ClassInfo, arguments: list[Value]) -> Step:
    """Set a record's components; a compact constructor may change them before."""
    scope = Scope(None, instance, info)
    bind(scope, info.declaration.parameters, arguments)
    for compact in info.constructors:
        if "compact" in compact.declaration.modifiers and compact.declaration.body is not None:
            world.entered.add(id(compact.declaration))
            yield execute(world, compact.declaration.body, scope)
    instance.fields.update(scope.variables)
    yield _initialize(world, instance, info)
    return None


def _fill_fields(instance: Instance, constructor: FunctionInfo, arguments: list[Value]) -> None:
    scope = Scope()
    bind(scope, constructor.declaration.parameters, arguments)
    for name, value in scope.variables.items():
        set_field(instance, name, value)


def _with_explicit_start(constructor: FunctionInfo) -> FunctionInfo:
    """Make sure that a constructor's body starts with `this(…)` or `super(…)`, where fields are initialized."""
    body = constructor.declaration.body
    if body is None:
        return constructor
    first = body.statements[0] if body.statements else None
    if isinstance(first, tree.Call) and first.target is None and first.name in ("this", "super"):
        return constructor
    start = tree.Call(Span(body.span.file_id, body.span.start, body.span.start), None, "super", (), body.span)
    declaration = constructor.declaration
    explicit = tree.FunctionDeclaration(
        declaration.span, declaration.name, declaration.parameters, declaration.return_type,
        tree.Block(body.span, (start, *body.statements)), declaration.modifiers, declaration.annotations, True,
    )  # fmt: skip
    return FunctionInfo(explicit, constructor.owner)


def delegate(world: World, name: str, arguments: list[Value], call: Span, scope: Scope) -> Step:
    """Run another constructor of the class for `this(…)`; for `super(…)` the supertype's, then this class's fields."""
    instance, info = scope.this, scope.owner
    if instance is None or info is None:
        return NULL
    if name == "this":
        yield construct(world, instance, info, arguments, call, world.active[-1] if world.active else None)
    else:
        yield _construct_super(world, instance, info, arguments, call)
        # The fields of a Kotlin class see the parameters in its heading.
        is_primary = bool(world.active) and "primary" in world.active[-1].declaration.modifiers
        yield _initialize(world, instance, info, scope if is_primary else None)
    return NULL


def _construct_super(
    world: World, instance: Instance, info: ClassInfo, arguments: list[Value], call: Span | None
) -> Step:
    for supertype in info.supertypes:
        if supertype.declaration.kind == "class":
            yield construct(world, instance, supertype, arguments, call)
    if not any(one.declaration.kind == "class" for one in info.supertypes) and info.declaration.supertypes:
        for argument in arguments:
            if isinstance(argument, InPlan):  # the class above, which is not in the text, may keep it and work on it
                above = info.declaration.supertypes[0].simple_name
                report_handed_over(world, above, call or info.declaration.span, argument)
    of_library = next((one for one in info.declaration.supertypes if is_known_exception(one.simple_name)), None)
    if of_library is not None and not info.supertypes:
        instance.fields["super"] = make_exception(of_library.simple_name, arguments, instance.info.binary_name)
    return None


def _lay_out(world: World, instance: Instance) -> Step:
    """Give the fields of a new object of Java what they hold before any constructor runs (JLS 4.12.5 and 12.5).

    A constructor of a supertype may call a method of the subclass, which sees them like that; a constant is put where
    it is read, and so seems to be there already.
    """
    for info in reversed(list(instance.info.lineage())):
        if world.is_kotlin(info.declaration.span):
            continue
        for member in info.fields(static=False):
            if isinstance(member, tree.Initializer):
                continue
            if member.value is None:
                value = unset_field(world, info, member)
            elif is_constant(world, info, member):
                value = as_declared(member, (yield evaluate(world, member.value, Scope(None, instance, info))))
            else:
                value = unset(member.type.name if member.type is not None and not member.type.dimensions else "")
            set_field(instance, member.name, value, info)
    return None


def _initialize(world: World, instance: Instance, info: ClassInfo, around: Scope | None = None) -> Step:
    scope = Scope(around or (instance.scope if info.sees_variables() else None), instance, info)
    for member in info.fields(static=False):
        if isinstance(member, tree.Initializer):
            yield execute(world, member.body, scope)
        elif member.value is not None:
            value = settled(world, member, (yield evaluate(world, member.value, scope)))
            set_field(instance, member.name, as_declared(member, value), info)
        elif field_key(instance, member.name, info) not in instance.fields:
            set_field(instance, member.name, unset_field(world, info, member), info)
    return None


def statics_of(world: World, info: ClassInfo) -> Step:
    """Come to a class's static variables; the first call runs their initializers, as loading the class does."""
    refuse_unloadable(world, info)
    known = world.statics.get(info)
    if known is not None:
        return known
    try:
        return (yield _load(world, info))
    except ProgramThrows as thrown:
        world.unloadable.add(info)
        made = thrown_by_loading(thrown)
        raise made from made.__cause__
    except Refused:
        world.unloadable.add(info)
        raise


def _load(world: World, info: ClassInfo) -> Step:
    variables: dict[str, Value] = {}
    world.statics[info] = variables
    _tell_members_left_out(world, info)
    for supertype in info.supertypes:
        # An interface is loaded when it is used, or with a class that has a method with a body from it (JLS 12.4.1).
        if supertype.declaration.kind == "class":
            yield statics_of(world, supertype)
        elif info.declaration.kind != "interface":
            for interface in reversed(list(supertype.lineage())):
                if _has_default_methods(interface):
                    yield statics_of(world, interface)
    scope = Scope(None, None, info)
    for ordinal, constant in enumerate(info.declaration.constants):
        variables[constant.name] = yield _enum_constant(world, info, constant, ordinal, scope)
    for member in info.fields(static=True):
        if isinstance(member, tree.Initializer):
            yield execute(world, member.body, scope)
        elif member.value is not None:
            value = settled(world, member, (yield evaluate(world, member.value, scope)))
            kept = as_declared(member, value)
            variables[member.name] = kept if "final" in member.modifiers else null_so_far(kept)
        else:
            variables[member.name] = unset_field(world, info, member)
    apply_open_statics(world, info, variables)
    return variables


def _tell_members_left_out(world: World, info: ClassInfo) -> None:
    place = info.left_out()
    if place is not None:
        reason = f"The text leaves members of {info.name or 'a class'} out here."
        effect = "What they do is missing: fields, constants or other methods among them may add operators and stores."
        world.unsure("left-out", place, reason, effect, "Paste them too.")


def _has_default_methods(interface: ClassInfo) -> bool:
    functions = (function for overloads in interface.functions.values() for function in overloads)
    return any("default" in function.declaration.modifiers for function in functions)


def _enum_constant(world: World, info: ClassInfo, constant: tree.EnumConstant, ordinal: int, scope: Scope) -> Step:
    arguments: list[Value] = []
    for argument in constant.arguments:
        arguments.append((yield evaluate(world, argument, scope)))
    own = info if constant.body is None else _body_of_constant(world, info, constant.body)
    instance = Instance(own, {"name()": Constant(constant.name), "ordinal()": Constant(ordinal)})
    yield _lay_out(world, instance)
    yield construct(world, instance, info, arguments, constant.span)
    if own is not info:
        yield _initialize(world, instance, own)
    return instance


def _body_of_constant(world: World, info: ClassInfo, body: tree.ClassDeclaration) -> ClassInfo:
    """Give the class of an enum constant with a body, which is a subclass of the enum."""
    known = world.program.by_declaration.get(id(body))
    if known is not None:
        return known
    number = sum(1 for one in info.declaration.constants if one.body is not None and one.body.span <= body.span)
    added = add_class(world.program, body, info)
    added.supertypes, added.binary_name = (info,), f"{info.binary_name}${number}"
    return added


def enum_values(world: World, info: ClassInfo, statics: dict[str, Value], span: Span) -> ListValue:
    """Give the constants of an enum in order; while they are being made, Java has no array of them yet."""
    declared = [constant.name for constant in info.declaration.constants]
    if not all(name in statics for name in declared):
        made = info.binary_name
        words = f'Cannot invoke "[L{made};.clone()" because "{made}.$VALUES" is null'
        raise ProgramThrows(Why.NULL_USED, "NullPointerException", words, world.origin(span))
    constants = [statics[name] for name in declared]
    return ListValue(constants, kind="array", is_exact=info.left_out() is None, class_name=f"{info.name}[]")


def enum_constant(world: World, info: ClassInfo, statics: dict[str, Value], name: str, span: Span) -> Value | None:
    """Give the constant of a name; None when it may be one that the text leaves out.

    Raises ProgramThrows when there is none of the name, or as long as the constants are being made.
    """
    declared = [constant.name for constant in info.declaration.constants]
    if not all(one in statics for one in declared):
        words = f"{info.binary_name} is not an enum class"
    elif name in declared:
        return statics[name]
    elif info.left_out() is not None:
        return None
    else:
        words = f"No enum constant {info.binary_name.replace('$', '.')}.{name}"
    raise ProgramThrows(Why.NOT_A_VALUE, "IllegalArgumentException", words, world.origin(span))
