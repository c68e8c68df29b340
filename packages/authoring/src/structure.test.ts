import { describe, expect, test } from 'vitest';
import type { ContentComponent } from '@portico/kinds/content';
import type { Change, ItemContent } from '@portico/contracts/studio/draft';
import { applyChanges } from './applyChange.ts';
import { copyComponent } from './copyComponent.ts';
import { insertAll, moveInto, moveOut, moveStep, moveToColumn, unwrap, wrap } from './structure.ts';
import { blankDraft } from './blankDraft.ts';

const header = (id: string): ContentComponent => ({ id, type: 'Header', level: 2, text: id });
const part = (id: string, ...components: ContentComponent[]): ContentComponent => ({
  id,
  type: 'ExpandCollapse',
  title: id,
  components,
});
const columns = (id: string, ...lists: ContentComponent[][]): ContentComponent => ({
  id,
  type: 'Columns',
  columns: lists.map((components) => ({ components })),
});
const draft: ItemContent = {
  ...blankDraft,
  trees: {
    ...blankDraft.trees,
    components: [
      header('a'),
      part('p', header('b'), header('c')),
      columns('k', [header('d')], [header('e')]),
      header('f'),
    ],
  },
};

/** Renders the tree as text: `a p(b c) k(d|e) f`. */
function treeText(components: ContentComponent[]): string {
  return components
    .map((component) => {
      if (component.type === 'ExpandCollapse')
        return `${component.title && component.id}(${treeText(component.components)})`;
      if (component.type === 'Columns')
        return `${component.id}(${component.columns.map((column) => treeText(column.components)).join('|')})`;
      return component.id;
    })
    .join(' ');
}
const after = (changes: Change[]): string => treeText(applyChanges(draft, changes).draft.trees.components);
const undone = (changes: Change[]): string => {
  const applied = applyChanges(draft, changes);
  return treeText(applyChanges(applied.draft, applied.inverse).draft.trees.components);
};

describe('structural steps of the editor', () => {
  const now = 'a p(b c) k(d|e) f';

  test('move a component up and down among its siblings, and stop at the ends [STUDIO-005]', () => {
    expect(treeText(draft.trees.components)).toBe(now);
    expect(after(moveStep(draft, 'p', -1))).toBe('p(b c) a k(d|e) f');
    expect(after(moveStep(draft, 'p', 1))).toBe('a k(d|e) p(b c) f');
    expect(after(moveStep(draft, 'c', -1))).toBe('a p(c b) k(d|e) f');
    expect(moveStep(draft, 'a', -1)).toEqual([]);
    expect(moveStep(draft, 'c', 1)).toEqual([]);
  });

  test('move a component into the preceding container, out of it, and between columns [STUDIO-005]', () => {
    expect(after(moveInto(draft, 'f'))).toBe('a p(b c) k(d f|e)');
    expect(moveInto(draft, 'p')).toEqual([]);
    expect(after(moveOut(draft, 'b'))).toBe('a p(c) b k(d|e) f');
    expect(moveOut(draft, 'a')).toEqual([]);
    expect(after(moveToColumn(draft, 'd', 1))).toBe('a p(b c) k(|e d) f');
    expect(moveToColumn(draft, 'd', -1)).toEqual([]);
  });

  test('wrap neighbors and unwrap a container, and undo restores the draft [STUDIO-005]', () => {
    const wrapped = wrap(draft, ['b', 'c'], 'Columns');
    expect(after(wrapped)).toMatch(/^a p\([\w-]+\(b c\|\)\) k\(d\|e\) f$/);
    expect(undone(wrapped)).toBe(now);
    expect(after(unwrap(draft, 'k'))).toBe('a p(b c) d e f');
    expect(undone(unwrap(draft, 'k'))).toBe(now);
    expect(unwrap(draft, 'a')).toEqual([]);
  });

  test('give a copy and its nested components new ids; a copied form is a separate form', () => {
    let count = 0;
    const copy = copyComponent(columns('k', [header('d')], [part('p', header('e'))]), () => `n${(count += 1)}`);
    expect(treeText([copy])).toBe('n1(n2|n3(n4))');
    const form: ContentComponent = {
      id: 'form',
      type: 'Form',
      formId: '00000000-0000-4000-9000-000000000001',
      title: 'F',
      fields: [{ id: 'name', type: 'TextField', alias: 'name', label: 'Name' }],
    };
    const copied = copyComponent(form, () => 'new');
    expect(copied).not.toMatchObject({ formId: form.formId });
    expect(copied).toMatchObject({ fields: [{ id: 'new', alias: 'name' }] });
  });
});

describe('inserting and wrapping several components', () => {
  const headers = (count: number, from = 0) => Array.from({ length: count }, (_, n) => header(`n${from + n}`));
  const holding = (...components: ContentComponent[]): ItemContent => ({
    ...blankDraft,
    trees: { ...blankDraft.trees, components },
  });
  const top = { tree: 'components', parent: null, after: null } as const;
  const idsOf = (components: ContentComponent[]) => components.map(({ id }) => id);

  test('stops at a thousand in the whole item, and reports the rest without inserting it [STUDIO-075]', () => {
    const almost = holding(...headers(997));
    const fits = insertAll(almost, headers(3, 2000), { ...top, after: 'n996' });
    expect(fits).toMatchObject({ beyondLimit: [], tooDeep: [] });
    const whole = applyChanges(almost, fits.changes).draft.trees.components;
    expect(idsOf(whole).slice(-4)).toEqual(['n996', 'n2000', 'n2001', 'n2002']);

    const over = insertAll(almost, headers(4, 2000), { ...top, after: 'n996' });
    expect(over.changes).toEqual(fits.changes);
    expect(idsOf(over.beyondLimit)).toEqual(['n2003']);
    const elsewhere = { ...almost, trees: { ...almost.trees, preEventData: headers(3, 3000) } };
    expect(insertAll(elsewhere, headers(1, 2000), top)).toMatchObject({ changes: [], beyondLimit: [{ id: 'n2000' }] });
  });

  test('counts nested components, and reports those that would be nested too deeply separately [STUDIO-075]', () => {
    const almost = holding(...headers(998));
    expect(insertAll(almost, [part('p', header('x'))], top).changes).toHaveLength(1);
    expect(idsOf(insertAll(almost, [part('p', header('x'), header('y'))], top).beyondLimit)).toEqual(['p']);

    const nested = holding(part('1', part('2', part('3'))));
    const into = { tree: 'components', parent: { id: '3', slot: 0 }, after: null } as const;
    const { changes, tooDeep } = insertAll(nested, [part('4', header('x')), header('y')], into);
    expect(idsOf(tooDeep)).toEqual(['4']);
    expect(changes).toMatchObject([{ component: { id: 'y' } }]);
  });

  test('wrapping changes nothing when the container exceeds the limit or its content would be too deep', () => {
    expect(wrap(holding(...headers(999)), ['n0', 'n1'], 'Columns')).toHaveLength(3);
    expect(wrap(holding(...headers(1000)), ['n0', 'n1'], 'Columns')).toEqual([]);
    expect(wrap(holding(part('1', part('2', part('3', header('x'))))), ['1'], 'ExpandCollapse')).toEqual([]);
  });
});
