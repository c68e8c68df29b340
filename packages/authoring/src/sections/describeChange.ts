import type { SectionDifference } from '@portico/contracts/sections';
import type { SectionRelation } from './matchSections.ts';
import { isForSome, type Section } from './sections.ts';

/** A change of sections in words. Those that only some readers may see are left out unless `showsAll`. */
export function describeChange(
  { kind, before, after, isMoved }: SectionRelation,
  versions: { before: readonly Section[]; after: readonly Section[] },
  { showsAll = false } = {},
): SectionDifference {
  const was = before.map((index) => versions.before[index]!);
  const is = after.map((index) => versions.after[index]!);
  const headings = (is.length > 0 ? is : was).map(({ label }) => label);
  const isWithheld = !showsAll && [...was, ...is].some(isForSome);
  const former = was.map(({ label }) => label);
  return {
    heading: headings.join(', '),
    change: kind === 'Same' ? 'Changed' : kind,
    isMoved,
    former: is.length === 0 || former.join('\n') === headings.join('\n') ? [] : former,
    before: isWithheld ? '' : wordsOf(was),
    after: isWithheld ? '' : wordsOf(is),
    isWithheld,
  };
}

/** Headings of several sections are part of their words. */
const wordsOf = (sections: Section[]): string =>
  sections
    .flatMap(({ heading, lines }) => (sections.length > 1 && heading !== null ? [heading, ...lines] : lines))
    .join('\n');
