import type { ClaimAction, ClaimStatus, CreditClaim } from '@portico/contracts/creditClaims';
import { topicLabel } from '@portico/kinds/credits';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { eventDateLabel, timeLabel } from '../../dates/dateLabels.ts';
import { t } from '../../locale/text.ts';
import rows from '../list/Rows.module.css';

const statusLabel = (status: ClaimStatus): string =>
  ({
    Waiting: t('credits.statusWaiting'),
    Accepted: t('credits.statusAccepted'),
    Returned: t('credits.statusReturned'),
    Rejected: t('credits.statusRejected'),
    Withdrawn: t('credits.statusWithdrawn'),
  })[status];

const tones = {
  Waiting: 'neutral',
  Accepted: 'accent',
  Returned: 'warning',
  Rejected: 'danger',
  Withdrawn: 'neutral',
} as const;

const actionLabel = (action: ClaimAction): string =>
  ({
    Submitted: t('credits.didSubmitted'),
    Corrected: t('credits.didCorrected'),
    Withdrawn: t('credits.didWithdrawn'),
    Accepted: t('credits.didAccepted'),
    Returned: t('credits.didReturned'),
    Rejected: t('credits.didRejected'),
    TakenBack: t('credits.didTakenBack'),
  })[action];

/** What credits that were earned elsewhere are, where they stand and what happened to them. */
export function ClaimFacts({ claim }: { claim: CreditClaim }) {
  const { hours, provider, day, status, reason, steps } = claim;
  return (
    <>
      <p className={rows.facts}>
        {t('credits.claimFacts', {
          topic: topicLabel(claim),
          hours,
          provider,
          day: eventDateLabel(`${day}T12:00:00Z`, 'UTC'),
        })}
      </p>
      <p className={rows.labels}>
        <StatusLabel tone={tones[status]}>{statusLabel(status)}</StatusLabel>
      </p>
      {reason !== null && (
        <p className={rows.facts} dir="auto">
          {reason}
        </p>
      )}
      <details className={rows.facts}>
        <summary>{t('credits.claimSteps')}</summary>
        <ul>
          {steps.map(({ action, by, at }) => {
            const facts = { what: actionLabel(action), when: `${eventDateLabel(at)}, ${timeLabel(at)}` };
            return (
              <li key={at + action}>
                {by === null ? t('credits.claimStep', facts) : t('credits.claimStepBy', { ...facts, name: by })}
              </li>
            );
          })}
        </ul>
      </details>
    </>
  );
}
