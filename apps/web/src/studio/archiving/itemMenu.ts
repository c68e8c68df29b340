import type { ItemAction } from '@portico/contracts/studio/roles';
import type { StudioState } from '@portico/contracts/studio/studio';
import type { MenuAction } from '@portico/ui/ActionMenu';
import { t } from '../../locale/text.ts';

interface ItemMenuHandlers {
  onDuplicate: () => void;
  onArchive: () => void;
  onRestore: () => void;
  onDelete: () => void;
  /** Absent for people who can't release anything, and in the editor, whose publish dialog offers it. */
  onAddToRelease?: (() => void) | undefined;
}

/** The actions on a whole item that the server allows, in the editor and in the list. */
export function itemMenu(
  { allowed, state }: { allowed: readonly ItemAction[]; state: StudioState },
  { onDuplicate, onArchive, onRestore, onDelete, onAddToRelease }: ItemMenuHandlers,
): MenuAction[] {
  const can = (action: ItemAction) => allowed.includes(action);
  return [
    ...(can('write') ? [{ label: t('studio.duplicate'), onAction: onDuplicate }] : []),
    ...(onAddToRelease ? [{ label: t('releases.addToRelease'), onAction: onAddToRelease }] : []),
    ...(can('archive') ? [{ label: t('studio.archiveAsk'), onAction: onArchive }] : []),
    ...(state === 'Archived' && can('publish') ? [{ label: t('releases.restore'), onAction: onRestore }] : []),
    ...(can('delete') ? [{ label: t('releases.deleteItem'), onAction: onDelete }] : []),
  ];
}
