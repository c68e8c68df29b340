import type { ScimObject, ScimValue } from '../schema/readResource.ts';
import { ScimError } from '../schema/scimErrors.ts';
import type { Filter } from './parseFilter.ts';

/**
 * Whether one value of a multi-valued attribute matches the filter in brackets. Plain text counts as an object with the
 * text as its `value`. Text comparison ignores case.
 */
export function matches(filter: Filter, given: ScimValue): boolean {
  const value: ScimObject = typeof given === 'object' && !Array.isArray(given) ? given : { value: given };
  if (filter.kind === 'and') return filter.filters.every((each) => matches(each, value));
  if (filter.kind === 'or') return filter.filters.some((each) => matches(each, value));
  if (filter.kind === 'not') return !matches(filter.filter, value);
  if (filter.kind === 'values' || filter.path.sub !== null || filter.path.schema !== null)
    throw new ScimError('invalidFilter', 'Brackets can only compare the sub-attributes of a value.');
  const name = Object.keys(value).find((key) => key.toLowerCase() === filter.path.name.toLowerCase());
  const part = name === undefined ? undefined : value[name];
  if (filter.kind === 'present') return part !== undefined;
  return matchesPart(filter, part);
}

function matchesPart({ op, value }: Extract<Filter, { kind: 'compare' }>, part: ScimValue | undefined): boolean {
  if (value === null) return op === 'eq' ? part === undefined : op === 'ne' && part !== undefined;
  const wanted = String(value).toLowerCase();
  const found = part === undefined ? undefined : String(part).toLowerCase();
  if (op === 'ne') return found !== wanted;
  if (found === undefined) return false;
  switch (op) {
    case 'eq':
      return found === wanted;
    case 'co':
      return found.includes(wanted);
    case 'sw':
      return found.startsWith(wanted);
    case 'ew':
      return found.endsWith(wanted);
    case 'gt':
      return found > wanted;
    case 'ge':
      return found >= wanted;
    case 'lt':
      return found < wanted;
    case 'le':
      return found <= wanted;
  }
}
