// What is made while a view is on show, and lasts longer than that.

/** Makes something whose derived values stay alive when the view is gone in which it was made. */
export function lasting<T>(make: () => T): T {
  let made: { value: T } | undefined;
  $effect.root(() => {
    made = { value: make() };
  });
  return made!.value;
}
