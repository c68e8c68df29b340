import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { walkComponents, type ContentComponent } from '@portico/kinds/content';
import { ItemContent, treeNames, type Change, type Place } from '@portico/contracts/studio/draft';
import { applyChange } from './applyChange.ts';
import { mergeChanges } from './mergeChanges.ts';
import { blankDraft } from './blankDraft.ts';
import { changeFor, dice, type Dice } from './testing/randomDrafts.ts';

const header = (id: string, text = id): ContentComponent => ({ id, type: 'Header', level: 2, text });
const part = (id: string, ...components: ContentComponent[]): ContentComponent => ({
  id,
  type: 'ExpandCollapse',
  title: id,
  components,
});
const start: ItemContent = {
  ...blankDraft,
  trees: { ...blankDraft.trees, components: [header('a'), header('b'), part('p', header('inner'))] },
};
const top = (after: string | null): Place => ({ tree: 'components', parent: null, after });
const set = (component: ContentComponent): Change => ({ do: 'set', component });
const remove = (id: string): Change => ({ do: 'remove', id });

/** Ana saves first; Ben saves without having seen her changes. */
function bothSave(anas: Change[], bens: Change[], draft = start) {
  const first = mergeChanges({ draft, stamps: {} }, anas, { base: 0, sequence: 1, by: 'Ana', clientId: 'a' });
  return mergeChanges(first, bens, { base: 0, sequence: 2, by: 'Ben', clientId: 'b' });
}

describe('two people who save without having seen each other’s changes', () => {
  test('both keep their changes to different components and fields [STUDIO-003]', () => {
    const { draft, conflicts } = bothSave(
      [set(header('a', 'by Ana')), { do: 'field', name: 'header', value: 'Title' }],
      [set(header('b', 'by Ben')), { do: 'field', name: 'description', value: 'About' }],
    );
    expect(conflicts).toEqual([]);
    expect(draft.trees.components.slice(0, 2)).toEqual([header('a', 'by Ana'), header('b', 'by Ben')]);
    expect(draft.fields).toMatchObject({ header: 'Title', description: 'About' });
  });

  test('get a conflict for the same component or field, with the stored version [STUDIO-004]', () => {
    const { draft, conflicts } = bothSave(
      [set(header('a', 'by Ana')), { do: 'field', name: 'header', value: 'Hers' }],
      [set(header('a', 'by Ben')), { do: 'field', name: 'header', value: 'His' }],
    );
    expect(conflicts).toEqual([
      { index: 0, key: 'a', by: 'Ana', current: header('a', 'by Ana') },
      { index: 1, key: 'field:header', by: 'Ana', current: null },
    ]);
    expect(draft.fields.header).toBe('Hers');
  });

  test('get a conflict when one edits what the other removed, in either order', () => {
    expect(bothSave([remove('p')], [set(header('inner', 'by Ben'))]).conflicts).toEqual([
      { index: 0, key: 'inner', by: 'Ana', current: null },
    ]);
    const { draft, conflicts } = bothSave([set(header('inner', 'by Ana'))], [remove('p')]);
    expect(conflicts).toEqual([{ index: 0, key: 'p', by: 'Ana', current: part('p', header('inner', 'by Ana')) }]);
    expect(draft.trees.components).toHaveLength(3);
  });

  test('keep what one inserts into a container that the other removed: it moves to the end', () => {
    const { draft, made } = bothSave(
      [remove('p')],
      [
        {
          do: 'insert',
          component: header('new'),
          place: { tree: 'components', parent: { id: 'p', slot: 0 }, after: null },
        },
      ],
    );
    expect(draft.trees.components).toEqual([header('a'), header('b'), header('new')]);
    expect(made).toEqual([{ do: 'insert', component: header('new'), place: top('b') }]);
  });

  test('get a conflict when both restore the same component [STUDIO-303]', () => {
    const back = (text: string): Change => ({ do: 'insert', component: header('a', text), place: top(null) });
    const { conflicts, draft } = bothSave([remove('a'), back('by Ana')], [back('by Ben')]);
    expect(conflicts).toEqual([{ index: 0, key: 'a', by: 'Ana', current: header('a', 'by Ana') }]);
    expect(draft.trees.components[0]).toEqual(header('a', 'by Ana'));
  });

  test('get no conflict once they have seen each other’s changes', () => {
    const first = mergeChanges({ draft: start, stamps: {} }, [set(header('a', 'by Ana'))], {
      base: 0,
      sequence: 1,
      by: 'Ana',
      clientId: 'a',
    });
    const second = mergeChanges(first, [set(header('a', 'by Ben'))], {
      base: 1,
      sequence: 2,
      by: 'Ben',
      clientId: 'b',
    });
    expect(second.conflicts).toEqual([]);
  });
});

const textsOf = (draft: ItemContent): string[] =>
  treeNames.flatMap((tree) => [...walkComponents(draft.trees[tree])].map(({ component }) => JSON.stringify(component)));

/** The changes of one person working alone, and the resulting draft. */
function writeAlone(draft: ItemContent, rolls: Dice[], who: string): { changes: Change[]; draft: ItemContent } {
  let count = 0;
  const changes: Change[] = [];
  for (const [index, roll] of rolls.entries()) {
    const change = changeFor(draft, roll, `${who}-${index}-`, () => `${who}${(count += 1)}`);
    const applied = change && applyChange(draft, change);
    if (!applied) continue;
    changes.push(change);
    draft = applied.draft;
  }
  return { changes, draft };
}

test('merging two sequences loses nothing: each final text is in the draft or in a conflict [STUDIO-003, STUDIO-004]', () => {
  const rolls = fc.array(dice, { maxLength: 30 });
  fc.assert(
    fc.property(rolls, rolls, rolls, (before, anas, bens) => {
      const shared = writeAlone(blankDraft, before, 'start').draft;
      const ana = writeAlone(shared, anas, 'Ana');
      const ben = writeAlone(shared, bens, 'Ben');
      const { draft, conflicts } = bothSave(ana.changes, ben.changes, shared);
      expect(z.safeParse(ItemContent, draft).error?.issues).toBeUndefined();
      const offered = conflicts.map(({ index }) => JSON.stringify(ben.changes[index])).join();
      const stored = textsOf(draft).join() + draft.fields.header + draft.fields.description;
      // A component removed without a conflict is really gone: the person who removed it had seen everything in it.
      const removed = [...ana.changes, ...ben.changes].flatMap((change) => (change.do === 'remove' ? [change.id] : []));
      const words = (text: string) => text.match(/(?:Ana|Ben)-\d+-/g) ?? [];
      const last = [ana, ben].flatMap(({ draft: own }) =>
        treeNames.flatMap((tree) =>
          [...walkComponents(own.trees[tree])]
            .filter(({ component }) => !removed.includes(component.id))
            .flatMap(({ component }) =>
              'text' in component || 'title' in component
                ? words(JSON.stringify({ ...component, components: [] }))
                : [],
            ),
        ),
      );
      for (const word of last) expect(stored + offered).toContain(word);
    }),
    { numRuns: 400 },
  );
});
