import { cancelDeskEvent, MAX_MESSAGE, type DeskEvent } from '@portico/contracts/studio/eventsDesk';
import type { SeriesScope } from '@portico/contracts/studio/eventSeries';
import { Button } from '@portico/ui/Button';
import { RadioList } from '@portico/ui/ChoiceList';
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
import { useDatesAhead } from './useDatesAhead.ts';

/**
 * Cancels an event, or several dates of its series: readers no longer see it, and everyone on its list is notified.
 */
export function CancelEventDialog({ event, onClose }: { event: DeskEvent; onClose: () => void }) {
  const cache = useQueryClient();
  const restore = useRestore();
  const [note, setNote] = useState('');
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { ahead, isLoading } = useDatesAhead(event);
  const [scope, setScope] = useState<'This' | SeriesScope>('This');
  const others = scope === 'This' ? [] : ahead[scope];
  const people = sum([event, ...others]);
  const option = (value: SeriesScope, dates: string) => ({
    value,
    label: `${dates} (${t('desk.cancelRegistrations', { count: sum([event, ...ahead[value]]) })})`,
  });
  const cancel = async () => {
    if (note.trim().length > MAX_MESSAGE) return setProblem(t('desk.tooLong', { max: MAX_MESSAGE }));
    setPending(true);
    setProblem(undefined);
    try {
      const { id: itemId, version } = event;
      const dates = others.map((date) => ({ id: date.id, version: date.version }));
      const body = { version, note, ...(dates.length === 0 ? {} : { others: dates }) };
      const canceled = await call(cancelDeskEvent, { params: { itemId }, body });
      const archived = [{ id: itemId, version }, ...dates].map((date) => ({ ...date, version: date.version + 1 }));
      showToast(t('desk.saidEventCanceled', { count: canceled.people }), {
        type: 'success',
        duration: 10_000,
        action: { label: t('desk.undo'), onPress: () => void restore(archived) },
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
          <Button variant="danger" pending={pending} isDisabled={isLoading} onPress={() => void cancel()}>
            {others.length === 0 ? t('desk.cancelEvent') : t('desk.cancelDates', { count: others.length + 1 })}
          </Button>
          <Button onPress={onClose}>{t('desk.keepEvent')}</Button>
        </>
      }
    >
      <div className={styles.fields}>
        {ahead.All.length > 0 && (
          <RadioList
            label={t('desk.cancelScope')}
            value={scope}
            options={[
              { value: 'This', label: t('desk.cancelThis') },
              ...(ahead.Following.length > 0
                ? [option('Following', t('desk.cancelFollowing', { count: ahead.Following.length }))]
                : []),
              ...(ahead.All.length > ahead.Following.length
                ? [option('All', t('desk.cancelAll', { count: ahead.All.length }))]
                : []),
            ]}
            onChange={(chosen) => setScope(chosen as typeof scope)}
          />
        )}
        <p>
          {people === 0
            ? t('desk.cancelNobody')
            : others.length === 0
              ? t('desk.cancelSure', { count: people })
              : t('desk.cancelSureDates')}
        </p>
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

const sum = (events: ReadonlyArray<Pick<DeskEvent, 'registered' | 'waiting'>>): number =>
  events.reduce((total, { registered, waiting }) => total + registered + waiting, 0);
