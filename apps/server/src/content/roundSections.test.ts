import { blankDraft } from '@portico/authoring/blankDraft';
import { sectionsOf } from '@portico/authoring/sections/sections';
import type { ContentComponent } from '@portico/kinds/content';
import { expect, test } from 'vitest';
import { stepTo, type SectionMarks, type SectionVersion } from './roundSections.ts';

const body = (id: string, text: string): ContentComponent => ({
  id,
  type: 'BodyText',
  body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] },
});

/** A version with these sections, each a heading with a text. */
function version(texts: Record<string, string>, more: Partial<SectionVersion> = {}): SectionVersion {
  const components = Object.entries(texts).flatMap(([heading, text]): ContentComponent[] => [
    { id: `h-${heading}`, type: 'Header', level: 2, text: heading },
    body(`b-${heading}`, text),
  ]);
  return {
    revisionId: 'first',
    number: 1,
    isPublished: false,
    isConfirmed: true,
    asksAgain: false,
    marks: null,
    isRoundMarked: true,
    sections: sectionsOf({ ...blankDraft, trees: { ...blankDraft.trees, components } }),
    ...more,
  };
}

const gifts = 'Every gift above the limit goes into the log within a week of its arrival.';
const meals = 'Ordinary meals with a client in the room need no approval from anybody at all.';
const before = version({ Gifts: gifts, Meals: meals });

/** The changes to another version, each with whether it is material. */
function material(texts: Record<string, string>, more: Partial<SectionVersion>): Array<[string, boolean]> {
  const { relations, labelOf } = stepTo(before, version(texts, more), 'material');
  return relations
    .filter(({ kind }) => kind !== 'Same')
    .map((relation) => [relation.kind, labelOf(relation) === 'material']);
}

type Mark = SectionMarks['sections'][number];
// Title and summary are section 0.
const mark = (old: number[], now: number[], isMaterial: boolean): Mark => ({
  heading: '',
  change: 'Changed',
  before: old,
  after: now,
  isMaterial,
});
const marked = (sections: Mark[], base = 'first') => ({ marks: { base, sections }, asksAgain: true });

test('a removed section is as material as its mark says [DUTY-094]', () => {
  const rest = { Meals: meals };
  expect(material(rest, marked([mark([1], [], true)]))).toEqual([['Removed', true]]);
  expect(material(rest, marked([mark([1], [], false)]))).toEqual([['Removed', false]]);
});

test('a change to which several marks belong is material if one of them is [DUTY-094]', () => {
  const joined = { Gifts: `${gifts} ${meals}` };
  expect(material(joined, marked([mark([1], [1], true), mark([2], [1], false)]))).toEqual([['Merged', true]]);
  expect(material(joined, marked([mark([1], [1], false), mark([2], [1], false)]))).toEqual([['Merged', false]]);
});

test('marks of another section, or against another version, say nothing; then what asks again is material [DUTY-094]', () => {
  const changed = { Gifts: `${gifts} Ask.`, Meals: meals };
  expect(material(changed, marked([mark([2], [2], false)]))).toEqual([['Changed', true]]);
  expect(material(changed, marked([mark([1], [1], false)], 'second'))).toEqual([['Changed', true]]);
  expect(material(changed, { ...marked([mark([1], [1], true)], 'second'), asksAgain: false })).toEqual([
    ['Changed', false],
  ]);
});
