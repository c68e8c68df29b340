import { MAX_REASON, type DeskEvent } from '@portico/contracts/studio/eventsDesk';
import { cleanText } from '@portico/kinds/typedText';
import type { SeriesScope } from '@portico/contracts/studio/eventSeries';
import { Button } from '@portico/ui/Button';
import { RadioList } from '@portico/ui/ChoiceList';
import { Dialog } from '@portico/ui/Dialog';
import { RadioGroup } from '@portico/ui/RadioGroup';
import { TextArea } from '@portico/ui/TextArea';
import { useState } from 'react';
import { t } from '../../locale/text.ts';
import { PersonPicker } from '../audience/PersonPicker.tsx';
import { isFull } from './deskLabels.ts';
import { useDatesAhead } from './useDatesAhead.ts';
import { useAddToDates, useRosterChange } from './useRosterChange.ts';
import styles from './eventsDesk.module.css';

interface AddPersonDialogProps {
  event: DeskEvent;
  /** Someone who canceled. */
  person?: { id: string; name: string } | undefined;
  onClose: () => void;
}

/** Adds a person by hand, with the reason, also above capacity, and to other dates of a series. */
export function AddPersonDialog({ event, person: given, onClose }: AddPersonDialogProps) {
  const save = useRosterChange(event.id);
  const addToDates = useAddToDates();
  const { ahead } = useDatesAhead(event);
  const [scope, setScope] = useState<'This' | SeriesScope>('This');
  const [person, setPerson] = useState(given);
  const [to, setTo] = useState<'Registered' | 'Waiting'>('Registered');
  const [reason, setReason] = useState('');
  // Another person or list is another change.
  const [ids] = useState(() => new Map<string, string>());
  const [pending, setPending] = useState(false);
  const [problems, setProblems] = useState<{ person?: string; reason?: string; other?: string }>({});
  const dates: DeskEvent[] = scope === 'This' ? [event] : [event, ...ahead[scope]];
  const full = to === 'Registered' ? dates.filter(isFull) : [];
  const add = async () => {
    const found = {
      ...(person ? {} : { person: t('desk.choosePerson') }),
      ...(cleanText(reason) === '' ? { reason: t('desk.sayWhy') } : {}),
      ...(reason.trim().length > MAX_REASON ? { reason: t('desk.tooLong', { max: MAX_REASON }) } : {}),
    };
    setProblems(found);
    if (!person || Object.keys(found).length > 0) return;
    setPending(true);
    const additions = dates.map((date) => {
      const key = `${date.id} ${person.id} ${to}`;
      const id = ids.get(key) ?? crypto.randomUUID();
      ids.set(key, id);
      const above = full.includes(date) ? { isAboveCapacity: true } : {};
      return {
        params: { itemId: date.id },
        body: { id, personId: person.id, from: 'None' as const, to, reason, ...above },
      };
    });
    try {
      await (scope === 'This' ? save(additions[0]!.body) : addToDates(additions));
      onClose();
    } catch (failure) {
      setProblems({ other: (failure as Error).message });
      setPending(false);
    }
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('desk.addPerson')}
      isDismissable={false}
      actions={
        <>
          <Button variant="primary" pending={pending} onPress={() => void add()}>
            {t('desk.add')}
          </Button>
          <Button onPress={onClose}>{t('shared.cancel')}</Button>
        </>
      }
    >
      <div className={styles.fields}>
        {person ? (
          <p className={styles.chosen}>
            <strong>{person.name}</strong>
            {!given && (
              <Button size="small" onPress={() => setPerson(undefined)}>
                {t('desk.otherPerson')}
              </Button>
            )}
          </p>
        ) : (
          <PersonPicker label={t('desk.person')} onPick={setPerson} />
        )}
        {problems.person !== undefined && (
          <p role="alert" className={styles.problem}>
            {problems.person}
          </p>
        )}
        <RadioGroup<'Registered' | 'Waiting'>
          label={t('desk.addTo')}
          value={to}
          onChange={setTo}
          options={[
            { value: 'Registered', label: t('desk.addSpot') },
            { value: 'Waiting', label: t('desk.addWaiting') },
          ]}
        />
        {ahead.All.length > 0 && (
          <RadioList
            label={t('desk.addScope')}
            value={scope}
            options={[
              { value: 'This', label: t('desk.cancelThis') },
              ...(ahead.Following.length > 0
                ? [{ value: 'Following', label: t('desk.cancelFollowing', { count: ahead.Following.length }) }]
                : []),
              ...(ahead.All.length > ahead.Following.length
                ? [{ value: 'All', label: t('desk.cancelAll', { count: ahead.All.length }) }]
                : []),
            ]}
            onChange={(chosen) => setScope(chosen as typeof scope)}
          />
        )}
        {full.length > 0 && (
          <p role="status" className={styles.warning}>
            {scope === 'This'
              ? t('desk.addAbove', { number: event.registered + 1, capacity: event.capacity! })
              : t('desk.addAboveDates', { count: full.length })}
          </p>
        )}
        <TextArea
          label={t('desk.reason')}
          help={t('desk.reasonHelp')}
          rows={2}
          isRequired
          value={reason}
          error={problems.reason}
          onChange={setReason}
        />
        {problems.other !== undefined && (
          <p role="alert" className={styles.problem}>
            {problems.other}
          </p>
        )}
      </div>
    </Dialog>
  );
}
