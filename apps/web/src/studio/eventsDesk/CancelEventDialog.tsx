import { cancelDeskEvent, MAX_MESSAGE, type DeskEvent } from '@portico/contracts/studio/eventsDesk';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { TextArea } from '@portico/ui/TextArea';
import { showToast } from '@portico/ui/toasts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { t } from '../../locale/text.ts';
import { useRestore } from '../archiving/useRestore.ts';
import { reasonOf } from '../reasonOf.ts';
import { studioKey } from '../studio.queries.ts';
import styles from './eventsDesk.module.css';

/** Cancels an event: readers no longer see it, and everyone on its list is notified. */
export function CancelEventDialog({ event, onClose }: { event: DeskEvent; onClose: () => void }) {
  const cache = useQueryClient();
  const restore = useRestore();
  const [note, setNote] = useState('');
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const people = event.registered + event.waiting;
  const cancel = async () => {
    if (note.trim().length > MAX_MESSAGE) return setProblem(t('desk.tooLong', { max: MAX_MESSAGE }));
    setPending(true);
    setProblem(undefined);
    try {
      const { id: itemId, version } = event;
      const canceled = await call(cancelDeskEvent, { params: { itemId }, body: { version, note } });
      showToast(t('desk.saidEventCanceled', { count: canceled.people }), {
        type: 'success',
        duration: 10_000,
        action: { label: t('desk.undo'), onPress: () => void restore([{ id: itemId, version: version + 1 }]) },
      });
      onClose();
    } catch (error) {
      setProblem(reasonOf(error));
      setPending(false);
    } finally {
      void cache.invalidateQueries({ queryKey: studioKey });
    }
  };
  return (
    <Dialog
      isOpen
      isDismissable={false}
      onOpenChange={onClose}
      title={t('desk.cancelTitle', { name: event.header })}
      actions={
        <>
          <Button variant="danger" pending={pending} onPress={() => void cancel()}>
            {t('desk.cancelEvent')}
          </Button>
          <Button onPress={onClose}>{t('desk.keepEvent')}</Button>
        </>
      }
    >
      <div className={styles.fields}>
        <p>{people === 0 ? t('desk.cancelNobody') : t('desk.cancelSure', { count: people })}</p>
        <TextArea label={t('desk.note')} help={t('desk.noteHelp')} rows={3} value={note} onChange={setNote} />
        {problem !== undefined && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}
