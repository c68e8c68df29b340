import { archiveStudioItem, type StudioItem } from '@portico/contracts/studio/studio';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { showToast } from '@portico/ui/toasts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { t } from '../../locale/text.ts';
import { reasonOf } from '../reasonOf.ts';
import { studioKey } from '../studio.queries.ts';
import { asTheyAreNow } from './asTheyAreNow.ts';
import { useRestore } from './useRestore.ts';
import styles from '../Sections.module.css';

interface ItemToArchive {
  id: string;
  version: number;
  title: string;
}

interface ArchiveDialogProps {
  /** As last loaded, because archiving needs the current version. */
  items: readonly ItemToArchive[];
  /** Selected items that cannot be archived, which stay as they are. */
  skipped?: number;
  /** Saves what is unsaved, and returns the items as they are then. Throws with a sentence as its message. */
  onPrepare?: () => Promise<readonly ItemToArchive[]>;
  /** An item was archived, or shown to readers again by Undo. */
  onChanged?: (item: StudioItem) => void;
  onClose: () => void;
}

interface Failure extends ItemToArchive {
  reason: string;
}

/** Asks before readers lose sight of items, archives them one after the other, and offers to undo it. */
export function ArchiveDialog({ items, skipped = 0, onPrepare, onChanged, onClose }: ArchiveDialogProps) {
  const cache = useQueryClient();
  const restore = useRestore(onChanged);
  const [archivedIds, setArchivedIds] = useState<ReadonlySet<string>>(new Set());
  const [pending, setPending] = useState(false);
  const [failures, setFailures] = useState<Failure[]>([]);
  const remaining = items
    .filter(({ id }) => !archivedIds.has(id))
    .map((item) => ({ ...item, ...failures.find(({ id }) => id === item.id) }));
  const archive = async () => {
    setPending(true);
    const archived: StudioItem[] = [];
    const failed: Failure[] = [];
    try {
      for (const item of onPrepare ? await onPrepare() : remaining)
        try {
          const { id: itemId, version } = item;
          const result = await call(archiveStudioItem, { params: { itemId }, body: { version } });
          onChanged?.(result);
          archived.push(result);
        } catch (error) {
          failed.push({ ...item, reason: reasonOf(error) });
        }
    } catch (error) {
      setFailures(remaining.slice(0, 1).map((item) => ({ ...item, reason: (error as Error).message })));
      setPending(false);
      return;
    }
    void cache.invalidateQueries({ queryKey: studioKey });
    setFailures(failed);
    setArchivedIds(new Set([...archivedIds, ...archived.map(({ id }) => id)]));
    if (archived.length > 0) showArchivedToast(archived, restore);
    if (failed.length === 0) return onClose();
    // The next press needs the current versions, also of items on another page of the list.
    setFailures(await asTheyAreNow(failed));
    setPending(false);
  };
  const name = remaining[0]?.title || t('studio.untitled');
  const count = remaining.length;
  return (
    <Dialog
      isOpen
      size="small"
      onOpenChange={onClose}
      title={count === 1 ? t('studio.archiveOne', { name }) : t('studio.archiveMany', { number: count })}
      actions={
        <>
          <Button variant="danger" pending={pending} onPress={() => void archive()}>
            {t('studio.archive')}
          </Button>
          <Button onPress={onClose}>{t('shared.cancel')}</Button>
        </>
      }
    >
      <p>{t('studio.archiveSure')}</p>
      {skipped > 0 && <p>{t('studio.archiveSkips', { count: skipped })}</p>}
      {failures.length > 0 && (
        <ul role="alert" className={styles.problem}>
          {failures.map(({ id, title, reason }) => (
            <li key={id}>{t('studio.notArchived', { name: title || t('studio.untitled'), reason })}</li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

/** Undo is offered if the person may publish all of them again. */
function showArchivedToast(archived: readonly StudioItem[], restore: ReturnType<typeof useRestore>): void {
  const mayUndo = archived.every(({ allowed }) => allowed.includes('publish'));
  showToast(
    archived.length === 1 ? t('studio.saidArchived') : t('studio.saidArchivedMany', { number: archived.length }),
    {
      type: 'success',
      duration: 10_000,
      ...(mayUndo && { action: { label: t('studio.undo'), onPress: () => void restore(archived) } }),
    },
  );
}
