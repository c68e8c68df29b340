import { ComponentTree } from '../content.ts';

export const isValid = (...components: unknown[]) => ComponentTree.safeParse(components).success;
export const times = <Entry>(count: number, make: (position: number) => Entry) =>
  Array.from({ length: count }, (_, position) => make(position));

/** A copy with the value at `path` (`link.href`, `items.0.title`) replaced, or removed when the value is undefined. */
export function withValue(component: object, path: string, value: unknown): object {
  const copy = structuredClone(component);
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const container = keys.reduce<Record<string, unknown>>(
    (at, key) => at[key] as Record<string, unknown>,
    copy as Record<string, unknown>,
  );
  if (value === undefined) delete container[last];
  else container[last] = value;
  return copy;
}
