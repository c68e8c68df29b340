import { MAX_REASON, type DeskEvent } from '@portico/contracts/studio/eventsDesk';
import { cleanText } from '@portico/kinds/typedText';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { RadioGroup } from '@portico/ui/RadioGroup';
import { TextArea } from '@portico/ui/TextArea';
import { useState } from 'react';
import { t } from '../../locale/text.ts';
import { PersonPicker } from '../audience/PersonPicker.tsx';
import { isFull } from './deskLabels.ts';
import { useRosterChange } from './useRosterChange.ts';
import styles from './eventsDesk.module.css';

interface AddPersonDialogProps {
  event: DeskEvent;
  /** Someone who canceled. */
  person?: { id: string; name: string } | undefined;
  onClose: () => void;
}

/** Adds a person by hand, with the reason, also above capacity. */
export function AddPersonDialog({ event, person: given, onClose }: AddPersonDialogProps) {
  const save = useRosterChange(event.id);
  const [person, setPerson] = useState(given);
  const [to, setTo] = useState<'Registered' | 'Waiting'>('Registered');
  const [reason, setReason] = useState('');
  // Another person or list is another change.
  const [ids] = useState(() => new Map<string, string>());
  const [pending, setPending] = useState(false);
  const [problems, setProblems] = useState<{ person?: string; reason?: string; other?: string }>({});
  const add = async () => {
    const found = {
      ...(person ? {} : { person: t('desk.choosePerson') }),
      ...(cleanText(reason) === '' ? { reason: t('desk.sayWhy') } : {}),
      ...(reason.trim().length > MAX_REASON ? { reason: t('desk.tooLong', { max: MAX_REASON }) } : {}),
    };
    setProblems(found);
    if (!person || Object.keys(found).length > 0) return;
    setPending(true);
    const key = `${person.id} ${to}`;
    const id = ids.get(key) ?? crypto.randomUUID();
    ids.set(key, id);
    try {
      const isAboveCapacity = to === 'Registered' && isFull(event);
      await save({
        id,
        personId: person.id,
        from: 'None',
        to,
        reason,
        ...(isAboveCapacity ? { isAboveCapacity } : {}),
      });
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
        {to === 'Registered' && isFull(event) && (
          <p role="status" className={styles.warning}>
            {t('desk.addAbove', { number: event.registered + 1, capacity: event.capacity! })}
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
