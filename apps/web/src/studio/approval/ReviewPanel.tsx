import { type StudioReview, withdrawStudioReview } from '@portico/contracts/studio/reviews';
import { Button } from '@portico/ui/Button';
import { StatusLabel, type StatusTone } from '@portico/ui/StatusLabel';
import { call } from '../../api/call.ts';
import { newsDateLabel, timeLabel } from '../../dates/dateLabels.ts';
import { t, type TextKey } from '../../locale/text.ts';
import type { DraftSession } from '../session/draftSession.ts';
import type { SessionState } from '../session/sessionState.ts';
import { DecisionForm } from './DecisionForm.tsx';
import { RequestForm } from './RequestForm.tsx';
import styles from './ReviewPanel.module.css';
import { dueLabel } from './dueLabel.ts';
import { approvalSentence } from './reviewTexts.ts';
import { useReviewAction } from './useReviewAction.ts';

/** The approval state of an item, and the actions this person can take on it. */
export function ReviewPanel({ session, state }: { session: DraftSession; state: SessionState }) {
  const { id, review, allowed } = state.item;
  const sentence = approvalSentence(state.item);
  const { pending, error, act } = useReviewAction(session);
  const canRequest = allowed.includes('requestReview') || allowed.includes('requestArchive');
  const isOwn = review?.state === 'Requested' && allowed.includes('return') && !allowed.includes('approve');
  return (
    <section aria-labelledby="review-title" className={styles.panel}>
      <h2 id="review-title" className={styles.title}>
        {t('studio.panelreview')}
      </h2>
      {sentence !== undefined && <p className={styles.facts}>{sentence}</p>}
      {review && review.state !== 'Done' && <Review review={review} />}
      {isOwn && <p>{t('studio.approveByOther')}</p>}
      {(allowed.includes('approve') || allowed.includes('return')) && (
        <DecisionForm session={session} state={state} key={review?.requestedAt} />
      )}
      {canRequest && <RequestForm session={session} state={state} />}
      {allowed.includes('withdraw') && (
        <Button
          pending={pending === 'withdraw'}
          onPress={() =>
            void act(
              'withdraw',
              () => call(withdrawStudioReview, { params: { itemId: id } }),
              t('studio.saidWithdrawn'),
            )
          }
        >
          {review?.state === 'Approved' ? t('studio.withdrawApproval') : t('studio.withdrawRequest')}
        </Button>
      )}
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </section>
  );
}

const states: Record<StudioReview['state'], { label: TextKey; tone: StatusTone }> = {
  Requested: { label: 'studio.reviewRequested', tone: 'info' },
  Approved: { label: 'studio.reviewApproved', tone: 'accent' },
  Returned: { label: 'studio.reviewReturned', tone: 'warning' },
  Withdrawn: { label: 'studio.reviewWithdrawn', tone: 'neutral' },
  Voided: { label: 'studio.reviewVoided', tone: 'warning' },
  Done: { label: 'studio.reviewApproved', tone: 'neutral' },
};

/** The most recent request and the decision on it. */
function Review({ review }: { review: StudioReview }) {
  const { state, purpose, note, dueOn, requestedBy, requestedAt, decidedBy, decidedAt, comment } = review;
  const byline = (name: string | null, at: string) => ({
    name: name ?? t('studio.somebody'),
    day: newsDateLabel(at),
    time: timeLabel(at),
  });
  return (
    <div className={styles.review}>
      <StatusLabel tone={states[state].tone}>{t(states[state].label)}</StatusLabel>
      <p>
        {t(
          purpose === 'Archive' ? 'studio.requestedArchive' : 'studio.requestedPublish',
          byline(requestedBy, requestedAt),
        )}
      </p>
      {note !== '' && <blockquote className={styles.quote}>{note}</blockquote>}
      {dueOn !== null && state === 'Requested' && <p className={styles.facts}>{dueLabel(dueOn)}</p>}
      {decidedAt !== null && (
        <p>{t(state === 'Returned' ? 'studio.returnedBy' : 'studio.approvedBy', byline(decidedBy, decidedAt))}</p>
      )}
      {comment !== '' && <blockquote className={styles.quote}>{comment}</blockquote>}
    </div>
  );
}
