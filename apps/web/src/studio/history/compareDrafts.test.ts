import { applyChanges } from '@portico/authoring/applyChange';
import type { ContentComponent } from '@portico/kinds/content';
import type { ItemContent } from '@portico/contracts/studio/draft';
import { describe, expect, test } from 'vitest';
import { changesTo, compareDrafts } from './compareDrafts.ts';

const header = (id: string, text = id): ContentComponent => ({ id, type: 'Header', level: 2, text });
const part = (id: string, ...components: ContentComponent[]): ContentComponent => ({
  id,
  type: 'ExpandCollapse',
  title: id,
  components,
});
const draftOf = (title: string, ...components: ContentComponent[]): ItemContent => ({
  fields: { header: title, description: '' } as ItemContent['fields'],
  trees: { components, preEventData: [], postEventData: [] },
});
const before = draftOf('Old', header('a'), part('p', header('b')), header('c'));

describe('comparing two versions of an item', () => {
  test('lists fields and components that were added, removed, changed or moved [STUDIO-011]', () => {
    const after = draftOf('New', header('a', 'changed'), part('p'), header('b'), header('d'));
    const { fields, components } = compareDrafts(before, after);
    expect(fields).toEqual([{ name: 'header', before: 'Old', after: 'New' }]);
    expect(components.map(({ kind, before: old, after: now }) => `${kind} ${(now ?? old)!.id}`)).toEqual([
      'changed a',
      'moved b',
      'added d',
      'removed c',
    ]);
  });

  test('finds no differences between equal versions', () => {
    expect(compareDrafts(before, structuredClone(before))).toEqual({ fields: [], components: [] });
  });

  test('yields changes that restore a version and can be undone', () => {
    const now = draftOf('New', header('x'), part('p', header('b', 'other')));
    const { draft, inverse } = applyChanges(now, changesTo(now, before));
    expect(draft).toEqual(before);
    expect(applyChanges(draft, inverse).draft).toEqual(now);
  });
});
