import { ContentTree } from '@portico/content/ContentTree';
import type { ComponentTree } from '@portico/contracts/content';
import type { PortalEvent } from '@portico/contracts/events';
import { Button } from '@portico/ui/Button';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../../locale/text.ts';
import { portalLink } from '../../../kit/PortalLink.tsx';
import { CancelDialog } from './CancelDialog.tsx';
import { RegistrationStatusLabel } from './RegistrationStatusLabel.tsx';
import { lossOf, registrationState, type RegistrationState } from './registrationState.ts';
import styles from './SignUpCard.module.css';
import { registrationNotes } from './registrationNotes.ts';
import { useRegistration } from './useRegistration.ts';

export interface SignUpCardProps {
  event: PortalEvent;
  now: Date;
  /** Shows both contents, one below the other, and does nothing. */
  isPreview?: boolean;
}

/**
 * How the reader stands to an event and what they can do about it. While they are not registered and it is not over, it shows
 * what is said beforehand, and the way in; once they are registered or it is over, what is said afterwards. Nothing when the
 * event takes no registrations and has nothing to say. Source: spec §2, READINGS (pages).
 */
export function SignUpCard({ event, now, isPreview = false }: SignUpCardProps) {
  const state = registrationState(event, now);
  const { preEventData: before, postEventData: after } = event;
  const isAfterwards = state === 'Registered' || state === 'Over';
  const content = isAfterwards ? after : before;
  if (state === 'NotOffered' && !content && !(isPreview && after)) return null;
  return (
    <section aria-labelledby="sign-up" className={styles.card}>
      <h2 id="sign-up" className={styles.title}>
        {t('events.registration')}
      </h2>
      <Standing event={event} state={state} now={now} isPreview={isPreview} />
      {isPreview ? (
        <>
          <Told title={t('events.before')} content={before} />
          <Told title={t('events.after')} content={after} />
        </>
      ) : (
        <Told content={content} />
      )}
    </section>
  );
}

function Told({ title, content }: { title?: string; content: ComponentTree | null }) {
  if (!content || content.length === 0) return null;
  return (
    <div className={styles.told}>
      {title && <h3 className={styles.part}>{title}</h3>}
      <ContentTree components={content} renderLink={portalLink} />
    </div>
  );
}

/** The state in words, told to screen readers when it changes, and the one thing to do about it. */
function Standing({ event, state, now, isPreview }: Required<SignUpCardProps> & { state: RegistrationState }) {
  const registration = useRegistration(event.id);
  const [isAsking, setIsAsking] = useState(false);
  const status = useRef<HTMLDivElement>(null);
  const hasPressed = useRef(false);
  const loss = lossOf(event, now);

  // The button that was pressed gives way to another one: whoever works by keyboard goes on from the new state.
  useEffect(() => {
    if (hasPressed.current && document.activeElement === document.body) status.current?.focus({ preventScroll: true });
    hasPressed.current = false;
  }, [state]);

  const change = (wanted: PortalEvent['registrationStatus']) => {
    hasPressed.current = true;
    registration.mutate({ status: wanted });
  };
  const cancel = () => {
    if (loss === undefined) change('Unregistered');
    else setIsAsking(true);
  };
  const look = { pending: registration.isPending, isDisabled: isPreview };
  const hasStarted = now >= new Date(event.startDate);
  return (
    <>
      <div ref={status} role="status" tabIndex={-1} className={styles.standing}>
        <RegistrationStatusLabel event={event} now={now} />
        {registrationNotes(event, state, now).map((note) => (
          <p key={note} className={styles.note}>
            {note}
          </p>
        ))}
      </div>
      {state === 'Open' && (
        <Button key="in" variant="primary" {...look} onPress={() => change('Registered')}>
          {t('events.register')}
        </Button>
      )}
      {state === 'Full' && (
        <Button key="in" variant="primary" {...look} onPress={() => change('Registered')}>
          {t('events.joinList')}
        </Button>
      )}
      {(state === 'Registered' || state === 'Waiting') && !hasStarted && (
        <Button key="out" {...look} onPress={cancel}>
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
