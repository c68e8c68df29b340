import { copyComponent } from '@portico/authoring/copyComponent';
import {
  insertAll,
  moveInto,
  moveOut,
  moveStep,
  moveToColumn,
  unwrap,
  wrap,
  type Insertions,
} from '@portico/authoring/structure';
import { findComponent, walkDraft } from '@portico/authoring/tree/find';
import type { Change, ItemContent } from '@portico/contracts/studio/draft';
import { t, type TextKey } from '../../../locale/text.ts';
import { componentLabel } from '../../componentKinds.ts';

/** Commands for the selected components, apart from editing their text. */
export const commandNames = [
  'moveUp',
  'moveDown',
  'moveIn',
  'moveOut',
  'nextColumn',
  'previousColumn',
  'duplicate',
  'wrapInColumns',
  'wrapInPart',
  'unwrap',
  'copy',
  'cut',
  'remove',
] as const;
export type CommandName = (typeof commandNames)[number];

/** Keyboard shortcuts of the commands, as displayed. `Mod` is Ctrl, or Command on a Mac. */
export const commandKeys: Partial<Record<CommandName, string>> = {
  moveUp: 'Alt+↑',
  moveDown: 'Alt+↓',
  moveIn: 'Alt+→',
  moveOut: 'Alt+←',
  nextColumn: 'Alt+Shift+→',
  previousColumn: 'Alt+Shift+←',
  duplicate: 'Mod+D',
  copy: 'Mod+C',
  cut: 'Mod+X',
  remove: 'Del',
};

const labels: Record<CommandName, TextKey> = {
  moveUp: 'studio.commandmoveUp',
  moveDown: 'studio.commandmoveDown',
  moveIn: 'studio.commandmoveIn',
  moveOut: 'studio.commandmoveOut',
  nextColumn: 'studio.commandnextColumn',
  previousColumn: 'studio.commandpreviousColumn',
  duplicate: 'studio.commandduplicate',
  wrapInColumns: 'studio.commandwrapInColumns',
  wrapInPart: 'studio.commandwrapInPart',
  unwrap: 'studio.commandunwrap',
  copy: 'studio.commandcopy',
  cut: 'studio.commandcut',
  remove: 'studio.commandremove',
};
export const commandLabel = (name: CommandName): string => t(labels[name]);

export interface Outcome {
  changes: Change[];
  /** What is selected afterward. */
  select: string[];
  /** What is announced to screen readers. */
  message: string;
  /** When duplicating: the copies that could not be inserted. */
  left?: Omit<Insertions, 'changes'>;
}

/** Selected components in reading order, without those inside another selected component. */
export function outermost(draft: ItemContent, selected: ReadonlySet<string>): string[] {
  const ids: string[] = [];
  let insideUntil = 0;
  let hidden = false;
  for (const { component, depth } of walkDraft(draft)) {
    if (hidden && depth > insideUntil) continue;
    hidden = selected.has(component.id);
    insideUntil = depth;
    if (hidden) ids.push(component.id);
  }
  return ids;
}

/** What a command does to a draft; no changes if it is not possible. Copying changes nothing. */
export function outcomeOf(draft: ItemContent, name: CommandName, ids: string[]): Outcome {
  const [first] = ids;
  const last = ids.at(-1);
  if (first === undefined || last === undefined) return { changes: [], select: ids, message: '' };
  const each = (change: (id: string) => Change[], order = ids) => order.flatMap(change);
  const moved = (changes: Change[]): Outcome => ({ changes, select: ids, message: '' });
  switch (name) {
    case 'moveUp':
      return moved(ids.length === 1 ? moveStep(draft, first, -1) : []);
    case 'moveDown':
      return moved(ids.length === 1 ? moveStep(draft, first, 1) : []);
    case 'moveIn':
      return moved(ids.length === 1 ? moveInto(draft, first) : []);
    case 'moveOut':
      return moved(ids.length === 1 ? moveOut(draft, first) : []);
    case 'nextColumn':
      return moved(ids.length === 1 ? moveToColumn(draft, first, 1) : []);
    case 'previousColumn':
      return moved(ids.length === 1 ? moveToColumn(draft, first, -1) : []);
    case 'duplicate':
      return duplicated(draft, ids);
    case 'wrapInColumns':
      return wrapped(wrap(draft, ids, 'Columns'));
    case 'wrapInPart':
      return wrapped(wrap(draft, ids, 'ExpandCollapse'));
    case 'unwrap':
      return { changes: unwrap(draft, first), select: [], message: t('studio.saidUnwrapped') };
    case 'cut':
    case 'remove':
      return {
        changes: each((id) => [{ do: 'remove', id }]),
        select: neighborOf(draft, ids),
        message: t('studio.saidRemoved', { what: namesOf(draft, ids) }),
      };
    case 'copy':
      return { changes: [], select: ids, message: t('studio.saidCopied', { what: namesOf(draft, ids) }) };
  }
}

function duplicated(draft: ItemContent, ids: string[]): Outcome {
  const last = findComponent(draft, ids.at(-1)!);
  if (!last) return { changes: [], select: ids, message: '' };
  const copies = ids
    .flatMap((id) => findComponent(draft, id)?.component ?? [])
    .map((component) => copyComponent(component));
  const { changes, ...left } = insertAll(draft, copies, { ...last.place, after: last.component.id });
  const select = changes.flatMap((change) => (change.do === 'insert' ? change.component.id : []));
  return { changes, select, message: t('studio.saidDuplicated', { what: namesOf(draft, ids) }), left };
}

function wrapped(changes: Change[]): Outcome {
  const [insert] = changes;
  const id = insert?.do === 'insert' ? [insert.component.id] : [];
  return { changes, select: id, message: t('studio.saidWrapped') };
}

export function namesOf(draft: ItemContent, ids: string[]): string {
  return ids
    .flatMap((id) => findComponent(draft, id)?.component ?? [])
    .map(({ type }) => componentLabel(type))
    .join(', ');
}

/** The component to select after these are removed: the next one, or else the previous one. */
function neighborOf(draft: ItemContent, ids: string[]): string[] {
  const all = [...walkDraft(draft)].map(({ component }) => component.id);
  const removed = new Set(ids.flatMap((id) => insideOf(draft, id)));
  const index = all.indexOf(ids[0]!);
  const next =
    all.slice(index).find((id) => !removed.has(id)) ?? all.slice(0, index).findLast((id) => !removed.has(id));
  return next === undefined ? [] : [next];
}

function insideOf(draft: ItemContent, id: string): string[] {
  const found = findComponent(draft, id);
  if (!found) return [];
  return [
    ...walkDraft({ ...draft, trees: { components: [found.component], preEventData: [], postEventData: [] } }),
  ].map(({ component }) => component.id);
}
