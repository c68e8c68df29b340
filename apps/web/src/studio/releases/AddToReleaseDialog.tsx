import { addToRelease } from '@portico/contracts/studio/releases';
import { countItemReaders } from '@portico/contracts/studio/audience';
import type { NotifyChannel } from '@portico/contracts/studio/notifyReaders';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { showToast } from '@portico/ui/toasts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { query } from '../../api/query.ts';
import { t } from '../../locale/text.ts';
import { NotifyReaders } from '../controls/NotifyReaders.tsx';
import { studioKey } from '../studio.queries.ts';
import { ensureRelease, isChosen, noRelease, ReleaseChoice } from './ReleaseChoice.tsx';
import styles from '../Sections.module.css';
import { reasonOf } from '../reasonOf.ts';

interface AddToReleaseDialogProps {
  itemIds: readonly string[];
  onClose: () => void;
  onAdded: () => void;
}

/** Adds items from the list to a release, and chooses how their readers are notified once it is live. */
export function AddToReleaseDialog({ itemIds, onClose, onAdded }: AddToReleaseDialogProps) {
  const cache = useQueryClient();
  const [pending, setPending] = useState(false);
  const [release, setRelease] = useState(noRelease);
  const [notifyBy, setNotifyBy] = useState<NotifyChannel[]>([]);
  const [error, setError] = useState<string>();
  const { data: readers } = useQuery({
    ...query(countItemReaders, { body: { itemIds: [...itemIds] } }),
    throwOnError: false,
  });
  const add = async () => {
    setPending(true);
    setError(undefined);
    try {
      const id = await ensureRelease(release);
      // A retry must add to the release that was just created.
      setRelease({ ...release, id });
      const items = itemIds.map((itemId) => ({ itemId }));
      const { name } = await call(addToRelease, {
        params: { releaseId: id },
        body: { items, ...(notifyBy.length === 0 ? {} : { notifyBy }) },
      });
      showToast(t('releases.saidAdded', { name }), { type: 'success' });
      onAdded();
    } catch (failure) {
      setError(reasonOf(failure));
    } finally {
      setPending(false);
      void cache.invalidateQueries({ queryKey: studioKey });
    }
  };
  return (
    <Dialog
      isOpen
      size="small"
      onOpenChange={onClose}
      title={t('releases.addToRelease')}
      actions={
        <>
          <Button variant="primary" pending={pending} isDisabled={!isChosen(release)} onPress={() => void add()}>
            {t('releases.addToRelease')}
          </Button>
          <Button onPress={onClose}>{t('shared.cancel')}</Button>
        </>
      }
    >
      <div className={styles.section}>
        <ReleaseChoice value={release} onChange={setRelease} />
        <NotifyReaders count={readers} chosen={notifyBy} onChange={setNotifyBy} />
        {error !== undefined && (
          <p role="alert" className={styles.problem}>
            {error}
          </p>
        )}
      </div>
    </Dialog>
  );
}
