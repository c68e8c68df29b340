/** A list of stored data, which can be anything; anything but a list counts as empty. */
export const listOf = <Entry>(value: readonly Entry[] | undefined): Entry[] =>
  Array.isArray(value) ? (value as Entry[]) : [];
