import { deleteStudioItem } from '@portico/contracts/studio/retention';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { Skeleton } from '@portico/ui/Skeleton';
import { TextField } from '@portico/ui/TextField';
import { showToast } from '@portico/ui/toasts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { t } from '../../locale/text.ts';
import { LoadError } from '../LoadError.tsx';
import { reasonOf } from '../reasonOf.ts';
import { retentionQuery } from './retention.queries.ts';
import { studioKey } from '../studio.queries.ts';
import styles from '../Sections.module.css';

interface DeleteDialogProps {
  item: { id: string; version: number; title: string };
  onDeleted: () => void;
  onClose: () => void;
}

/** Deletes an item permanently once its title has been typed, or says why it has to be kept. */
export function DeleteDialog({ item: { id, version, title }, onDeleted, onClose }: DeleteDialogProps) {
  const cache = useQueryClient();
  const { data: retention, error, isFetching, refetch } = useQuery(retentionQuery(id, version));
  const [typed, setTyped] = useState('');
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isDeletable = retention?.obstacle === null;
  const remove = async () => {
    setPending(true);
    try {
      await call(deleteStudioItem, { params: { itemId: id }, body: { version, title: typed } });
      showToast(t('releases.saidItemDeleted'), { type: 'success' });
      void cache.invalidateQueries({ queryKey: studioKey });
      onDeleted();
    } catch (reason) {
      setFailure(reasonOf(reason));
      void refetch();
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog
      isOpen
      size="small"
      onOpenChange={onClose}
      title={t('releases.deleteItemTitle')}
      actions={
        <>
          {isDeletable && (
            <Button
              variant="danger"
              pending={pending}
              isDisabled={typed.trim() !== title.trim()}
              onPress={() => void remove()}
            >
              {t('releases.deleteForGood')}
            </Button>
          )}
          <Button onPress={onClose}>{isDeletable ? t('shared.cancel') : t('studio.close')}</Button>
        </>
      }
    >
      {!retention && !error && <Skeleton shape="box" height="4rem" />}
      {!retention && error && (
        <LoadError title={t('studio.notLoaded')} error={error} onRetry={refetch} isRetrying={isFetching} />
      )}
      {retention && !isDeletable && <p>{t('releases.notDeletable', { reason: retention.obstacle ?? '' })}</p>}
      {isDeletable && (
        <>
          <p>{t('releases.deleteItemSure')}</p>
          {title.trim() !== '' && (
            <TextField label={t('releases.typeTitle', { title })} value={typed} onChange={setTyped} />
          )}
        </>
      )}
      {failure !== undefined && (
        <p role="alert" className={styles.problem}>
          {failure}
        </p>
      )}
    </Dialog>
  );
}
