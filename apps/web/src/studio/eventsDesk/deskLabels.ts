import type { DeskEvent, RosterPerson } from '@portico/contracts/studio/eventsDesk';
import { eventSpanParts, newsDateLabel } from '../../dates/dateLabels.ts';
import { t, type TextKey } from '../../locale/text.ts';

/** "June 12, 2026, 10:00 am – 12:00 pm MDT", in the event's own zone. */
export const whenLabel = ({ startDate, endDate, timeZone }: DeskEvent): string =>
  eventSpanParts(startDate, endDate, timeZone).join(' ');

/** "12 of 20 coming" */
export function spotsLabel({ registered, capacity }: Pick<DeskEvent, 'registered' | 'capacity'>): string {
  return capacity === null
    ? t('desk.coming', { number: registered })
    : t('desk.comingOf', { number: registered, capacity });
}

/** Whether one more person would be above capacity. */
export const isFull = ({ capacity, registered }: Pick<DeskEvent, 'capacity' | 'registered'>): boolean =>
  capacity !== null && registered >= capacity;

const statuses: Record<RosterPerson['status'], TextKey> = {
  Registered: 'desk.statusRegistered',
  Waiting: 'desk.statusWaiting',
  Canceled: 'desk.statusCanceled',
  None: 'desk.statusNone',
};

/** "Waiting, number 3" */
export const statusLabel = ({ status, position }: Pick<RosterPerson, 'status' | 'position'>): string =>
  position === null ? t(statuses[status]) : t('desk.statusWaitingNumber', { position });

const ends = { Self: 'desk.canceledSelf', Organizer: 'desk.canceledOrganizer', Left: 'desk.canceledLeft' } as const;

/** "12 minutes watched, checks answered: 1" */
const watchedLabel = ({ minutes, answered, missed }: NonNullable<RosterPerson['watched']>): string =>
  missed === 0
    ? t('desk.watched', { count: minutes, answered })
    : t('desk.watchedMissed', { count: minutes, answered, missed });

/** Since when, how, why, and what they have watched. */
export function factsOf(person: RosterPerson): string[] {
  const { name, since, status, canceledHow, addedBy, actedBy, reason, isHeld, email, watched } = person;
  const day = newsDateLabel(since);
  return [
    ...(email === null || email === name ? [] : [email]),
    canceledHow === null
      ? t(status === 'None' ? 'desk.watchesSince' : 'desk.since', { day })
      : t(ends[canceledHow], { day }),
    ...(watched === null ? [] : [watchedLabel(watched)]),
    ...(reason === null
      ? []
      : [addedBy === null ? t('desk.reasonOnly', { reason }) : t('desk.addedBy', { name: addedBy, reason })]),
    ...(actedBy === null ? [] : [t('desk.actedBy', { name: actedBy })]),
    ...(isHeld ? [t('desk.held')] : []),
  ];
}
