/** Keys and indexes that lead to a value within data. */
export type Path = Array<string | number>;

/** The paths of all strings in data. */
export function stringsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inside]) =>
    stringsIn(inside, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** A copy with the value at one path replaced. */
export function withValue<Data>(data: Data, path: Path, value: unknown): Data {
  const copy = structuredClone(data);
  const container = path.slice(0, -1).reduce<unknown>((inside, key) => (inside as Record<string, unknown>)[key], copy);
  (container as Record<string, unknown>)[path.at(-1)!] = value;
  return copy;
}

/** A copy of a component with another id; components inside it get new ids, too. */
export function withOwnId<Component extends { id: string }>(component: Component, id: string): Component {
  return stringsIn(component)
    .filter((path) => path.at(-1) === 'id' && path.length > 1 && path.includes('components'))
    .reduce((copy, path, n) => withValue(copy, path, `${id}-${n}`), { ...component, id });
}
