import { isForEveryone } from '@portico/authoring/audience';
import type { MenuProblem } from '@portico/authoring/menu/menuProblems';
import {
  dropPosition,
  placedEntries,
  stepFrom,
  withEntry,
  withMoved,
  withoutEntry,
  type MenuPlacement,
  type MenuStep,
  type PlacedEntry,
} from '@portico/authoring/menu/menuTree';
import type { MenuEntry, MenuTree } from '@portico/contracts/studio/menuDesk';
import { ActionMenu } from '@portico/ui/ActionMenu';
import { showToast } from '@portico/ui/toasts';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import GripVertical from 'lucide-react/icons/grip-vertical';
import Users from 'lucide-react/icons/users';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { t } from '../../locale/text.ts';
import { useEntryDrag } from '../controls/useEntryDrag.ts';
import { EntryForm } from './EntryForm.tsx';
import { EntryIcon } from './EntryIcon.tsx';
import styles from './MenuEntries.module.css';
import { kindLabel, problemSentence, statusLabel } from './menuLabels.ts';
import { newEntry } from './newEntry.ts';
import type { MenuEditing } from './useMenuEditing.ts';

interface MenuEntriesProps {
  placement: MenuPlacement;
  label: string;
  menu: MenuTree;
  problems: readonly MenuProblem[];
  /** Ids of the entries that a person would be shown; absent without a preview. */
  shown: ReadonlySet<string> | undefined;
  openId: string | undefined;
  onOpen: (id: string | undefined) => void;
  onEdit: MenuEditing['edit'];
}

const stepKeys: Record<string, MenuStep> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' };

/**
 * One of the two menus as an indented list. Entries are moved by dragging, by Alt and an arrow key, or from their menu,
 * and opened to edit them in place.
 */
export function MenuEntries({ placement, label, menu, problems, shown, openId, onOpen, onEdit }: MenuEntriesProps) {
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  const helpId = useId();
  const entries = placedEntries(menu).filter((placed) => placed.placement === placement);
  const { drag, handleOf } = useEntryDrag(list, entries, (id, row, level) => {
    onEdit(withMoved(menu, id, dropPosition(menu, { id, placement, row, level })));
  });
  const focusOn = (id: string) => () =>
    list.current?.querySelector<HTMLElement>(`[data-entry="${id}"] [data-opener]`)?.focus();
  const step = ({ entry }: PlacedEntry, to: MenuStep) => {
    const position = stepFrom(menu, entry.id, to);
    if (!position) return setSaid(t('menuDesk.saidBorder', { name: entry.name }));
    onEdit(withMoved(menu, entry.id, position));
    setSaid(t('menuDesk.saidMoved', { name: entry.name }));
    requestAnimationFrame(focusOn(entry.id));
  };
  const add = (parentId: string | null, index: number) => {
    const entry = newEntry();
    onEdit(withEntry(menu, entry, { placement, parentId, index }));
    onOpen(entry.id);
  };
  const remove = ({ entry, index }: PlacedEntry) => {
    onEdit(withoutEntry(menu, entry.id));
    const next = entries[entries.findIndex((placed) => placed.entry.id === entry.id) - 1] ?? entries[index + 1];
    if (next) requestAnimationFrame(focusOn(next.entry.id));
    showToast(t('menuDesk.saidRemoved', { name: entry.name || t('menuDesk.unnamed') }));
  };
  const actionsOf = (placed: PlacedEntry) => [
    ...(['up', 'down', 'in', 'out'] as const)
      .filter((to) => stepFrom(menu, placed.entry.id, to))
      .map((to) => ({ label: stepLabel(to), keys: stepKey(to), onAction: () => step(placed, to) })),
    { label: t('menuDesk.addBelow'), onAction: () => add(placed.parentId, placed.index + 1) },
    { label: t('menuDesk.addInside'), onAction: () => add(placed.entry.id, placed.entry.submenuItems.length) },
    { label: t('menuDesk.remove'), onAction: () => remove(placed) },
  ];
  if (entries.length === 0) return <p className={styles.empty}>{t('menuDesk.empty')}</p>;
  return (
    <>
      <p id={helpId} className={styles.help}>
        {t('menuDesk.moveHelp')}
      </p>
      <ol ref={list} className={styles.list} aria-label={label} aria-describedby={helpId}>
        {entries.map((placed, row) => (
          <Row
            key={placed.entry.id}
            placed={placed}
            problems={problems.filter(({ entryId }) => entryId === placed.entry.id)}
            isShown={shown?.has(placed.entry.id)}
            isOpen={openId === placed.entry.id}
            drop={drag && drag.row === row ? drag.level : undefined}
            isDragged={drag?.id === placed.entry.id}
            handle={handleOf(placed)}
            actions={actionsOf(placed)}
            onStep={(to) => step(placed, to)}
            onOpen={() => onOpen(openId === placed.entry.id ? undefined : placed.entry.id)}
            menu={menu}
            onEdit={onEdit}
          />
        ))}
        {drag && drag.row === entries.length && (
          <li className={styles.drop} data-level={drag.level} aria-hidden="true" />
        )}
      </ol>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  );
}

const stepLabel = (step: MenuStep): string =>
  ({
    up: t('menuDesk.moveUp'),
    down: t('menuDesk.moveDown'),
    in: t('menuDesk.moveIn'),
    out: t('menuDesk.moveOut'),
  })[step];
const stepKey = (step: MenuStep): string => ({ up: 'Alt+↑', down: 'Alt+↓', in: 'Alt+→', out: 'Alt+←' })[step];

interface RowProps {
  placed: PlacedEntry;
  problems: readonly MenuProblem[];
  isShown: boolean | undefined;
  isOpen: boolean;
  /** Level at which a dragged entry would be dropped before this row. */
  drop: number | undefined;
  isDragged: boolean;
  handle: object;
  actions: Array<{ label: string; keys?: string; onAction: () => void }>;
  onStep: (step: MenuStep) => void;
  onOpen: () => void;
  menu: MenuTree;
  onEdit: MenuEditing['edit'];
}

function Row(props: RowProps) {
  const { placed, problems, isShown, isOpen, drop, isDragged, handle, actions, onStep, onOpen, menu, onEdit } = props;
  const { entry, level } = placed;
  const name = entry.name || t('menuDesk.unnamed');
  const formId = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepKeys[event.key];
    if (!event.altKey || event.ctrlKey || event.metaKey || !step) return;
    event.preventDefault();
    onStep(step);
  };
  return (
    <>
      {drop !== undefined && <li className={styles.drop} data-level={drop} aria-hidden="true" />}
      <li
        className={styles.row}
        data-entry={entry.id}
        data-level={level}
        data-dragged={isDragged || undefined}
        data-hidden={isShown === false || entry.status === 'Hidden' || undefined}
      >
        <div className={styles.line}>
          <span className={styles.handle} {...handle} data-handle aria-hidden="true">
            <GripVertical />
          </span>
          <EntryIcon icon={entry.icon} name={name} />
          <button
            type="button"
            data-opener
            className={styles.opener}
            aria-expanded={isOpen}
            aria-controls={isOpen ? formId : undefined}
            onClick={onOpen}
            onKeyDown={onKeyDown}
          >
            <span className={styles.name}>
              <VisuallyHidden>{t('menuDesk.level', { level })}</VisuallyHidden> {name}
            </span>{' '}
            <span className={styles.facts}>{factsOf(entry)}</span>
          </button>
          {!isForEveryone(entry) && (
            <span className={styles.audience}>
              <Users aria-hidden="true" />
              {t('menuDesk.forSome')}
            </span>
          )}
          {isShown === false && <span className={styles.notShown}>{t('menuDesk.notShown')}</span>}
          <ActionMenu label={t('menuDesk.actionsOf', { name })} actions={actions} size="small" />
        </div>
        {problems.map(({ problem }) => (
          <p key={problem} className={styles.problem}>
            {problemSentence(problem)}
          </p>
        ))}
        {isOpen && <EntryForm id={formId} entry={entry} menu={menu} onEdit={onEdit} />}
      </li>
    </>
  );
}

const factsOf = ({ kind, pageLink, status }: MenuEntry): string =>
  [
    kindLabel(kind),
    ...(pageLink === null ? [] : [pageLink]),
    ...(status === 'Default' ? [] : [statusLabel(status)]),
  ].join(' · ');
