import { remindMissing } from '@portico/contracts/studio/confirmations';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { showToast } from '@portico/ui/toasts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { t } from '../../locale/text.ts';
import { reasonOf } from '../reasonOf.ts';
import styles from './confirmations.module.css';
import { remindedQuery } from './confirmations.queries.ts';

/** Reminds everyone who has not confirmed, after saying how many that are. */
export function RemindDialog({ itemId, onSent, onClose }: { itemId: string; onSent: () => void; onClose: () => void }) {
  const [id] = useState(() => crypto.randomUUID());
  const { data, error, isFetching, refetch } = useQuery({ ...remindedQuery(itemId), staleTime: 0 });
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const send = async () => {
    if (!data) return;
    setPending(true);
    setProblem(undefined);
    try {
      const { people } = await call(remindMissing, { params: { itemId }, body: { id, people: data.people } });
      showToast(t('duties.saidReminded', { count: people }), { type: 'success' });
      onSent();
      onClose();
    } catch (failure) {
      setProblem(reasonOf(failure));
      setPending(false);
      void refetch();
    }
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('duties.remindTitle')}
      actions={
        <>
          <Button
            variant="primary"
            pending={pending}
            isDisabled={!data || data.people === 0 || isFetching}
            onPress={() => void send()}
          >
            {data ? t('duties.remindSend', { count: data.people }) : t('duties.remindTitle')}
          </Button>
          <Button onPress={onClose}>{t('shared.cancel')}</Button>
        </>
      }
    >
      <div className={styles.summary}>
        <p role="status" className={styles.reached}>
          {!data && !error && t('duties.remindCounting')}
          {data?.people === 0 && t('duties.remindNobody')}
          {data && data.people > 0 && (
            <>
              {t('duties.remindReaches', { count: data.people })}{' '}
              {data.byMail === 0 ? t('duties.remindNoMail') : t('duties.remindByMail', { count: data.byMail })}
            </>
          )}
        </p>
        {(problem !== undefined || error) && (
          <p role="alert" className={styles.problem}>
            {problem ?? reasonOf(error)}
          </p>
        )}
      </div>
    </Dialog>
  );
}
