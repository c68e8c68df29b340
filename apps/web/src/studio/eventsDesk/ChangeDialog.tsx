import type { DeskEvent, RosterPerson } from '@portico/contracts/studio/eventsDesk';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { useState } from 'react';
import { t, type TextKey } from '../../locale/text.ts';
import { isFull } from './deskLabels.ts';
import { useRosterChange } from './useRosterChange.ts';
import styles from './eventsDesk.module.css';

export interface PlannedChange {
  person: RosterPerson;
  to: 'Registered' | 'Waiting' | 'Canceled';
}

const titles: Record<PlannedChange['to'], TextKey> = {
  Registered: 'desk.promoteTitle',
  Waiting: 'desk.moveTitle',
  Canceled: 'desk.removeTitle',
};
const actions: Record<PlannedChange['to'], TextKey> = {
  Registered: 'desk.promote',
  Waiting: 'desk.move',
  Canceled: 'desk.remove',
};

function consequence({ person, to }: PlannedChange, event: DeskEvent): string {
  if (to === 'Registered')
    return isFull(event)
      ? t('desk.promoteAbove', { number: event.registered + 1, capacity: event.capacity! })
      : t('desk.promoteSure');
  const isFreed = person.status === 'Registered' && event.waiting > 0;
  if (to === 'Waiting') return t(isFreed ? 'desk.moveFrees' : 'desk.moveSure');
  if (person.status === 'Waiting') return t('desk.removeWaiting');
  return t(isFreed ? 'desk.removeFrees' : 'desk.removeSure');
}

/** Asks before a person is notified that their registration has changed. */
export function ChangeDialog({
  event,
  change,
  onClose,
}: {
  event: DeskEvent;
  change: PlannedChange;
  onClose: () => void;
}) {
  const { person, to } = change;
  const save = useRosterChange(event.id);
  const [id] = useState(() => crypto.randomUUID());
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const apply = async () => {
    setPending(true);
    setError(undefined);
    try {
      await save({
        id,
        personId: person.id,
        from: person.status,
        to,
        ...(isFull(event) ? { isAboveCapacity: true } : {}),
      });
      onClose();
    } catch (failure) {
      setError((failure as Error).message);
      setPending(false);
    }
  };
  return (
    <Dialog
      isOpen
      size="small"
      onOpenChange={onClose}
      title={t(titles[to], { name: person.name })}
      actions={
        <>
          <Button variant={to === 'Canceled' ? 'danger' : 'primary'} pending={pending} onPress={() => void apply()}>
            {t(actions[to])}
          </Button>
          <Button onPress={onClose}>{t('shared.cancel')}</Button>
        </>
      }
    >
      <p>{consequence(change, event)}</p>
      <p>{t('desk.theyAreNotified', { name: person.name })}</p>
      {error !== undefined && (
        <p role="alert" className={styles.problem}>
          {error}
        </p>
      )}
    </Dialog>
  );
}
