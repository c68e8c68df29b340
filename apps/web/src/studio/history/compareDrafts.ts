import { walkDraft } from '@portico/authoring/tree/find';
import { shellOf } from '@portico/kinds/content';
import type { ContentComponent } from '@portico/kinds/content';
import { fieldNames, type FieldName } from '@portico/kinds/items';
import { fieldChange, type Change, type ItemContent } from '@portico/contracts/studio/draft';

/** How a component changed between two versions of an item. */
export interface ComponentDifference {
  kind: 'added' | 'removed' | 'changed' | 'moved';
  before: ContentComponent | null;
  after: ContentComponent | null;
}
export interface DraftDifference {
  fields: Array<{ name: FieldName; before: unknown; after: unknown }>;
  components: ComponentDifference[];
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Differences in the order of the later version, followed by removed components. */
export function compareDrafts(before: ItemContent, after: ItemContent): DraftDifference {
  const old = new Map([...walkDraft(before)].map((found) => [found.component.id, found]));
  const now = [...walkDraft(after)];
  const remaining = new Set(now.map(({ component }) => component.id));
  const later = now.flatMap(({ component, place }): ComponentDifference[] => {
    const previous = old.get(component.id);
    if (!previous) return [{ kind: 'added', before: null, after: component }];
    if (!isSame(shellOf(previous.component), shellOf(component)))
      return [{ kind: 'changed', before: previous.component, after: component }];
    const isMoved = !isSame(previous.place.parent, place.parent) || previous.place.tree !== place.tree;
    return isMoved ? [{ kind: 'moved', before: previous.component, after: component }] : [];
  });
  const removed = [...old.values()]
    .filter(({ component }) => !remaining.has(component.id))
    .map(({ component }): ComponentDifference => ({ kind: 'removed', before: component, after: null }));
  return {
    fields: fieldNames
      .filter((name) => !isSame(before.fields[name], after.fields[name]))
      .map((name) => ({ name, before: before.fields[name], after: after.fields[name] })),
    components: [...later, ...removed],
  };
}

/** Changes that turn one draft into another. */
export function changesTo(from: ItemContent, to: ItemContent): Change[] {
  const trees = (Object.keys(from.trees) as Array<keyof ItemContent['trees']>).filter(
    (tree) => !isSame(from.trees[tree], to.trees[tree]),
  );
  return [
    ...fieldNames
      .filter((name) => !isSame(from.fields[name], to.fields[name]))
      .map((name) => fieldChange(name, to.fields[name])),
    ...trees.flatMap((tree) => from.trees[tree].map(({ id }) => ({ do: 'remove' as const, id }))),
    ...trees.flatMap((tree) =>
      to.trees[tree].map((component, index, list) => ({
        do: 'insert' as const,
        component,
        place: { tree, parent: null, after: list[index - 1]?.id ?? null },
      })),
    ),
  ];
}
