import { ContentTree } from '@portico/kinds/page/ContentTree';
import type { ComponentTree } from '@portico/kinds/content';
import type { PortalEvent } from '@portico/contracts/events';
import { Button } from '@portico/ui/Button';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../../locale/text.ts';
import { portalLink } from '../../../kit/PortalLink.tsx';
import { CancelDialog } from './CancelDialog.tsx';
import { RegistrationStatusLabel } from './RegistrationStatusLabel.tsx';
import { cancellationLoss, registrationState, type RegistrationState } from './registrationState.ts';
import styles from './SignUpCard.module.css';
import { useRegistration } from './useRegistration.ts';
import { eventDateLabel, timeLabel, timeZoneLabel } from '../../../dates/dateLabels.ts';

export interface SignUpCardProps {
  event: PortalEvent;
  now: Date;
  /** Shows both contents, one below the other, with every button disabled. */
  isPreview?: boolean;
}

/**
 * The reader's registration for an event, with the button that changes it. Shows the pre-event content until the reader
 * registers or the event ends, then the post-event content. Renders nothing when the event has no registration and no
 * content for the card. Source: spec §2, READINGS (pages).
 */
export function SignUpCard({ event, now, isPreview = false }: SignUpCardProps) {
  const state = registrationState(event, now);
  const { preEventData: before, postEventData: after } = event;
  const showsPostEventContent = state === 'Registered' || state === 'Ended';
  const content = showsPostEventContent ? after : before;
  if (state === 'NotOffered' && !content && !(isPreview && after)) return null;
  return (
    <section aria-labelledby="sign-up" className={styles.card}>
      <h2 id="sign-up" className={styles.title}>
        {state === 'Ended' ? t('events.afterEvent') : t('events.registration')}
      </h2>
      <RegistrationControls event={event} state={state} now={now} isPreview={isPreview} />
      {isPreview ? (
        <>
          <CardContent title={t('events.before')} content={before} />
          <CardContent title={t('events.after')} content={after} />
        </>
      ) : (
        <CardContent content={content} />
      )}
    </section>
  );
}

function CardContent({ title, content }: { title?: string; content: ComponentTree | null }) {
  if (!content || content.length === 0) return null;
  return (
    <div className={styles.content}>
      {title && <h3 className={styles.part}>{title}</h3>}
      <ContentTree components={content} renderLink={portalLink} />
    </div>
  );
}

/** The registration state, announced to screen readers when it changes, and the one button that applies to it. */
function RegistrationControls({
  event,
  state,
  now,
  isPreview,
}: Required<SignUpCardProps> & { state: RegistrationState }) {
  const registration = useRegistration(event.id);
  const [isAsking, setIsAsking] = useState(false);
  const status = useRef<HTMLDivElement>(null);
  const hasPressed = useRef(false);
  const loss = cancellationLoss(event, now);

  // The pressed button is replaced by another one. Move keyboard focus to the new state instead of losing it.
  useEffect(() => {
    if (hasPressed.current && document.activeElement === document.body) status.current?.focus({ preventScroll: true });
    hasPressed.current = false;
  }, [state]);

  const change = (requested: PortalEvent['registrationStatus']) => {
    if (registration.isPending) return;
    hasPressed.current = true;
    registration.mutate({ status: requested });
  };
  const cancel = () => {
    if (registration.isPending) return;
    if (loss === undefined) change('Unregistered');
    else setIsAsking(true);
  };
  const isSlow = useIsSlow(registration.isPending);
  const buttonProps = { pending: isSlow, isDisabled: isPreview, 'data-print': 'hidden' };
  const hasStarted = now >= new Date(event.startDate);
  return (
    <>
      <div ref={status} role="status" tabIndex={-1} className={styles.status}>
        <RegistrationStatusLabel event={event} now={now} />
        {registrationNotes(event, state, now).map((note) => (
          <p key={note} className={styles.note}>
            {note}
          </p>
        ))}
      </div>
      {state === 'Open' && (
        <Button key="in" variant="primary" {...buttonProps} onPress={() => change('Registered')}>
          {t('events.register')}
        </Button>
      )}
      {state === 'Full' && (
        <Button key="in" variant="primary" {...buttonProps} onPress={() => change('Registered')}>
          {t('events.joinList')}
        </Button>
      )}
      {(state === 'Registered' || state === 'Waiting') && !hasStarted && (
        <Button key="out" {...buttonProps} onPress={cancel}>
          {state === 'Registered' ? t('events.cancelRegistration') : t('events.leaveWaitingList')}
        </Button>
      )}
      <CancelDialog
        event={event}
        isOpen={isAsking && loss !== undefined}
        onOpenChange={setIsAsking}
        onConfirm={() => {
          setIsAsking(false);
          change('Unregistered');
        }}
      />
    </>
  );
}

/** Sentences that the sign-up card shows below the state. */
function registrationNotes(event: PortalEvent, state: RegistrationState, now: Date): string[] {
  const { registration, startDate } = event;
  const isRegistered = event.registrationStatus === 'Registered';
  if (state === 'Ended') return isRegistered ? [t('events.youWereRegistered')] : [];
  if (registration === null) return [t('events.needsNone')];
  const { capacity, closesAt, waiting } = registration;
  const isClosed = now >= new Date(closesAt);
  const hasOwnDeadline = closesAt !== startDate;
  const taken = t('events.taken', { count: capacity ?? 0 });
  const by = event.registeredBy === undefined ? [] : [t('events.registeredBy', { name: event.registeredBy })];
  switch (state) {
    case 'Registered':
      return [now >= new Date(startDate) ? t('events.hasStarted') : t('events.youHaveSpot'), ...by];
    case 'Waiting':
      return [isClosed ? t('events.waitClosed') : t('events.waitOpen'), ...by];
    case 'Open':
      return [hasOwnDeadline ? t('events.registerBy', { moment: deadlineLabel(closesAt) }) : t('events.untilStart')];
    case 'Full':
      return [
        `${taken} ${waiting === 0 ? t('events.nobodyWaits') : t('events.peopleWait', { count: waiting })}`,
        ...(hasOwnDeadline ? [t('events.listOpenUntil', { moment: deadlineLabel(closesAt) })] : []),
      ];
    case 'Closed':
      return [t('events.registrationEndedAt', { moment: deadlineLabel(closesAt) })];
    case 'NotOffered':
      return [];
  }
}

/** "March 9, 2026, 3:05 pm EDT" */
function deadlineLabel(instant: string): string {
  return `${eventDateLabel(instant)}, ${timeLabel(instant)} ${timeZoneLabel(instant)}`;
}

const SLOW_MS = 1000;

/**
 * Whether a change has been pending for a second. The new state is already on the screen and announced, so a spinner
 * without this delay would announce "In progress" right after it.
 */
function useIsSlow(isPending: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isPending]);
  return isSlow;
}
