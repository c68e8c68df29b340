import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { withTargets } from '@portico/authoring/copyTrees';
import { walkDraft } from '@portico/authoring/tree/find';
import type { ContentFields, ItemContent } from '@portico/contracts/studio/draft';
import { newComponentId } from '@portico/kinds/contentBase';
import { fieldNames, type FieldName } from '@portico/kinds/items';
import { onOtherDay } from './onOtherDay.ts';

type Trees = ItemContent['trees'];

/** What an organizer changed in one date. `timeZones` are those of the event. */
export interface DateChange {
  before: ItemContent;
  after: ItemContent;
  timeZones: { before: string; after: string };
}

interface ChangedDate {
  content: ItemContent;
  isChanged: boolean;
  /** Something that the change is about was changed in this date before, so the date keeps it. */
  differs: boolean;
}

/** Fields that only make sense together. */
const WHEN: FieldName[] = ['startsAt', 'endsAt', 'timeZone'];
/** Each date has its own. */
const OWN: FieldName[] = ['publishedAt', 'path'];
const units: FieldName[][] = [
  WHEN,
  ...fieldNames.filter((name) => ![...WHEN, ...OWN].includes(name)).map((name) => [name]),
];

const isSame = (names: FieldName[], one: ContentFields, other: ContentFields): boolean =>
  names.every((name) => isDeepStrictEqual(one[name], other[name]));

/** Whether a change has something that other dates could have. */
export const concernsOthers = ({ before, after }: DateChange): boolean =>
  units.some((names) => !isSame(names, before.fields, after.fields)) ||
  pairIds(before.trees, after.trees) === undefined;

/**
 * What a date that many days later becomes. It gets what was changed, unless it differed from the changed date in that
 * already. Source: decisions/0363.
 */
export function changedDate({ before, after, timeZones }: DateChange, date: ItemContent, days: number): ChangedDate {
  const expected = onOtherDay(before.fields, days, timeZones.before);
  const wanted = onOtherDay(after.fields, days, timeZones.after);
  // Instants of imported events have no milliseconds.
  const current = onOtherDay(date.fields, 0, timeZones.before);
  const changed = units.filter((names) => !isSame(names, before.fields, after.fields));
  const replaced = changed.filter((names) => isSame(names, current, expected));
  const fields = { ...date.fields, ...pick(wanted, replaced.flat()) };
  const isTreeChanged = pairIds(before.trees, after.trees) === undefined;
  const ids = pairIds(before.trees, date.trees);
  const trees = isTreeChanged && ids ? withIds(after.trees, (id) => ids.get(id)) : date.trees;
  return {
    content: { fields, trees },
    isChanged: replaced.length > 0 || trees !== date.trees,
    differs: replaced.length < changed.length || (isTreeChanged && !ids),
  };
}

const pick = (fields: ContentFields, names: FieldName[]): Partial<ContentFields> =>
  Object.fromEntries(names.map((name) => [name, fields[name]]));

/** The ids of components, in reading order, with those that copying a form replaces. */
const idsOf = (trees: Trees): string[] =>
  [...walkDraft({ trees })].flatMap(({ component }) =>
    component.type === 'Form'
      ? [component.id, component.formId, ...(component.fields ?? []).map(({ id }) => id)]
      : [component.id],
  );

/** The ids in `other` by those in `trees`; undefined if they differ in more than ids. */
function pairIds(trees: Trees, other: Trees): ReadonlyMap<string, string> | undefined {
  const [ids, otherIds] = [idsOf(trees), idsOf(other)];
  if (ids.length !== otherIds.length) return undefined;
  const pairs = new Map(ids.map((id, index) => [id, otherIds[index]!]));
  return isDeepStrictEqual(
    withIds(trees, (id) => pairs.get(id)),
    other,
  )
    ? pairs
    : undefined;
}

/** The trees with other ids; components without one get a new one. Entries of a form stay with its `formId`. */
function withIds(trees: Trees, idFor: (id: string) => string | undefined): Trees {
  const copy = structuredClone(trees);
  const targets = new Map<string, string>();
  for (const { component } of walkDraft({ trees: copy })) {
    const { id: former } = component;
    component.id = idFor(former) ?? newComponentId();
    targets.set(`#${former}`, `#${component.id}`);
    if (component.type !== 'Form') continue;
    component.formId = idFor(component.formId) ?? randomUUID();
    for (const field of component.fields ?? []) field.id = idFor(field.id) ?? newComponentId();
  }
  return withTargets(copy, targets);
}
