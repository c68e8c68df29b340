/** A parsed query string: every value a string, a repeated name an array. */
export type SearchParams = Record<string, string | string[]>;

export function parseSearch(search: string): SearchParams {
  const params: SearchParams = Object.create(null) as SearchParams;
  for (const [name, value] of new URLSearchParams(search)) {
    const before = params[name];
    params[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value];
  }
  return { ...params };
}

/** With a leading question mark, or empty. Undefined values are omitted. */
export function stringifySearch(params: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (item !== undefined && item !== null) search.append(name, String(item));
    }
  }
  return search.size > 0 ? `?${search}` : '';
}

/** All values of a name. */
export function valuesOf(params: Record<string, unknown>, name: string): string[] {
  const value = params[name];
  return (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === 'string');
}
