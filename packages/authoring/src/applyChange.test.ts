import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import type { ContentComponent } from '@portico/kinds/content';
import { ItemContent, type Change, type Place } from '@portico/contracts/studio/draft';
import { applyChange, applyChanges } from './applyChange.ts';
import { blankDraft } from './blankDraft.ts';
import { changeFor, dice } from './testing/randomDrafts.ts';

const top = (after: string | null): Place => ({ tree: 'components', parent: null, after });
const inside = (id: string, slot: number, after: string | null = null): Place => ({
  tree: 'components',
  parent: { id, slot },
  after,
});
const header = (id: string, text = id): ContentComponent => ({ id, type: 'Header', level: 2, text });
const part = (id: string, ...components: ContentComponent[]): ContentComponent => ({
  id,
  type: 'ExpandCollapse',
  title: id,
  components,
});
const draftOf = (...components: ContentComponent[]): ItemContent => ({
  ...blankDraft,
  trees: { ...blankDraft.trees, components },
});
const changed = (draft: ItemContent, ...changes: Change[]): ContentComponent[] =>
  applyChanges(draft, changes).draft.trees.components;

describe('a change to a draft', () => {
  test('inserts at the top, after a component and into a column [STUDIO-001]', () => {
    const columns: ContentComponent = { id: 'c', type: 'Columns', columns: [{ components: [] }, { components: [] }] };
    expect(
      changed(
        draftOf(header('a'), columns),
        { do: 'insert', component: header('first'), place: top(null) },
        { do: 'insert', component: header('second'), place: top('a') },
        { do: 'insert', component: header('right'), place: inside('c', 1) },
      ),
    ).toEqual([
      header('first'),
      header('a'),
      header('second'),
      { ...columns, columns: [{ components: [] }, { components: [header('right')] }] },
    ]);
  });

  test('is not applied when the id is in use, or the component or place does not exist', () => {
    const draft = draftOf(header('a'));
    expect(applyChange(draft, { do: 'insert', component: header('a'), place: top(null) })).toBeUndefined();
    expect(applyChange(draft, { do: 'insert', component: header('b'), place: inside('a', 0) })).toBeUndefined();
    expect(applyChange(draft, { do: 'remove', id: 'b' })).toBeUndefined();
    expect(applyChange(draft, { do: 'set', component: header('b') })).toBeUndefined();
  });

  test('can nest components at most four deep', () => {
    const draft = draftOf(part('1', part('2', part('3', header('4')))), header('x'), part('y', header('z')));
    const move = (id: string, to: string): Change => ({ do: 'move', id, place: inside(to, 0) });
    expect(applyChange(draft, move('x', '3'))?.draft.trees.components).toHaveLength(2);
    expect(applyChange(draft, move('y', '2'))?.draft.trees.components).toHaveLength(2);
    expect(applyChange(draft, move('y', '3'))).toBeUndefined();
    expect(applyChange(draft, { do: 'insert', component: header('b'), place: inside('4', 0) })).toBeUndefined();
  });

  test('never moves a component into itself', () => {
    const draft = draftOf(part('1', part('2')));
    const move = (to: string): Change => ({ do: 'move', id: '1', place: inside(to, 0) });
    expect(applyChange(draft, move('1'))).toBeUndefined();
    expect(applyChange(draft, move('2'))).toBeUndefined();
  });

  test('to a container keeps its components; those of removed columns move to the last one, and undo moves them back', () => {
    const columns = (...lists: ContentComponent[][]): ContentComponent => ({
      id: 'c',
      type: 'Columns',
      columns: lists.map((components) => ({ components })),
    });
    const draft = draftOf(columns([header('a')], [header('b')], [header('d'), header('e')]));
    const applied = applyChange(draft, { do: 'set', component: columns([], []) })!;
    expect(applied.draft.trees.components).toEqual([columns([header('a')], [header('b'), header('d'), header('e')])]);
    expect(applyChanges(applied.draft, applied.inverse).draft).toEqual(draft);
  });
});

test('any sequence of changes leaves a valid draft, and undo restores every earlier state [STUDIO-001, STUDIO-002]', () => {
  fc.assert(
    fc.property(fc.array(dice, { maxLength: 60 }), (rolls) => {
      let count = 0;
      let draft = blankDraft;
      const past: Array<{ before: ItemContent; inverse: Change[] }> = [];
      for (const [index, roll] of rolls.entries()) {
        const change = changeFor(draft, roll, `word ${index}`, () => `n${(count += 1)}`);
        const applied = change && applyChange(draft, change);
        if (!applied) continue;
        past.push({ before: draft, inverse: applied.inverse });
        draft = applied.draft;
        expect(z.safeParse(ItemContent, draft).error?.issues).toBeUndefined();
      }
      for (const { before, inverse } of past.toReversed()) {
        draft = applyChanges(draft, inverse).draft;
        expect(draft).toEqual(before);
      }
    }),
    { numRuns: 300 },
  );
});
