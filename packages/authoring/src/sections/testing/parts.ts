import type { ContentComponent } from '@portico/kinds/content';
import { blankDraft } from '../../blankDraft.ts';
import type { SectionRelation } from '../matchSections.ts';
import { sectionsOf, type Section } from '../sections.ts';

let lastId = 0;
export const nextId = (): string => `c${(lastId += 1)}`;
export const paragraph = (text: string): ContentComponent => ({
  id: nextId(),
  type: 'BodyText',
  body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] },
});
export const header = (text: string, level = 2): ContentComponent => ({ id: nextId(), type: 'Header', level, text });
export const itemOf = (...components: ContentComponent[]): Section[] =>
  sectionsOf({ ...blankDraft, trees: { ...blankDraft.trees, components } });
/** "changed Gifts", "split Rules -> Rules + Guests". */
export const said = (
  before: Section[],
  after: Section[],
  { kind, before: old, after: now }: SectionRelation,
): string => {
  const was = old.map((index) => before[index]!.label).join(' + ');
  const is = now.map((index) => after[index]!.label).join(' + ');
  return `${kind.toLowerCase()} ${was === is || is === '' ? was : was === '' ? is : `${was} -> ${is}`}`;
};
