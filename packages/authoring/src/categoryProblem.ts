import { sameName } from './sameName.ts';

/**
 * Why a category cannot be added: another one is the same except for case and whitespace (`known` has its spelling), or
 * it is new and the person may not create categories. Undefined if it can.
 */
export function categoryProblem(
  name: string,
  { known, mayCreate }: { known: readonly string[]; mayCreate: boolean },
): { reason: 'spelling'; spelled: string } | { reason: 'new' } | undefined {
  if (known.includes(name)) return undefined;
  const spelled = known.find((each) => sameName(each, name));
  if (spelled !== undefined) return { reason: 'spelling', spelled };
  return mayCreate ? undefined : { reason: 'new' };
}

/** A new category as it is stored: without surrounding or repeated whitespace. */
export const tidyCategory = (name: string): string => name.trim().replaceAll(/\s+/g, ' ');

/**
 * A category that the item would have more often than before, in any case or whitespace. An imported item may already
 * have one twice.
 */
export function findRepeatedCategory(before: readonly string[], after: readonly string[]): string | undefined {
  const count = (names: readonly string[], name: string) => names.filter((each) => sameName(each, name)).length;
  return after.findLast((name) => count(after, name) > Math.max(1, count(before, name)));
}
