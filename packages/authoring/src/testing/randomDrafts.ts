import fc from 'fast-check';
import { walkComponents, type ContentComponent, slotsOf } from '@portico/kinds/content';
import type { Change, ItemContent, Place, TreeName } from '@portico/contracts/studio/draft';
import { newComponent } from '../newComponent.ts';

/** Numbers from which a step is derived, whatever the draft looks like by then. */
export interface Dice {
  kind: 'insert' | 'move' | 'remove' | 'set' | 'field';
  which: number;
  where: number;
  what: number;
}

export const dice: fc.Arbitrary<Dice> = fc.record({
  kind: fc.constantFrom<Dice['kind']>('insert', 'insert', 'insert', 'move', 'move', 'remove', 'set', 'set', 'field'),
  which: fc.nat(1000),
  where: fc.nat(1000),
  what: fc.nat(1000),
});

const trees: TreeName[] = ['components', 'preEventData'];
const all = (draft: ItemContent) => trees.flatMap((tree) => [...walkComponents(draft.trees[tree])]);
const pick = <Value>(values: readonly Value[], number: number): Value | undefined =>
  values.length === 0 ? undefined : values[number % values.length];

function placeFor(draft: ItemContent, { where, what }: Dice): Place {
  const tree = trees[where % 7 === 0 ? 1 : 0]!;
  const containers = [...walkComponents(draft.trees[tree])].filter(({ component }) => slotsOf(component).length > 0);
  const parent = where % 3 === 0 ? undefined : pick(containers, where)?.component;
  const slot = parent ? what % slotsOf(parent).length : 0;
  const siblings = parent ? slotsOf(parent)[slot]! : draft.trees[tree];
  return {
    tree,
    parent: parent ? { id: parent.id, slot } : null,
    after: what % 2 === 0 ? null : (pick(siblings, what)?.id ?? null),
  };
}

/**
 * A change that is valid in this draft, or nearly valid. It writes `word`, and `newId` provides the ids of new
 * components.
 */
export function changeFor(draft: ItemContent, roll: Dice, word: string, newId: () => string): Change | undefined {
  const chosen = pick(all(draft), roll.which);
  switch (roll.kind) {
    case 'insert': {
      const kind = pick(['Header', 'Header', 'Columns', 'ExpandCollapse', 'BodyText'] as const, roll.what)!;
      return { do: 'insert', component: writtenIn(newComponent(kind, newId), word), place: placeFor(draft, roll) };
    }
    case 'move':
      return chosen && { do: 'move', id: chosen.component.id, place: placeFor(draft, roll) };
    case 'remove':
      return chosen && { do: 'remove', id: chosen.component.id };
    case 'set':
      return chosen && { do: 'set', component: writtenIn(chosen.component, word, roll.what) };
    case 'field':
      return roll.which % 2 === 0
        ? { do: 'field', name: 'header', value: word }
        : { do: 'field', name: 'description', value: word };
  }
}

function writtenIn(component: ContentComponent, word: string, what = 0): ContentComponent {
  if (component.type === 'Header') return { ...component, text: word };
  if (component.type === 'ExpandCollapse') return { ...component, title: word };
  if (component.type === 'BodyText')
    return {
      ...component,
      body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: word }] }] },
    };
  if (component.type === 'Columns')
    return { ...component, columns: Array.from({ length: 2 + (what % 3) }, () => ({ components: [] })) };
  return component;
}
