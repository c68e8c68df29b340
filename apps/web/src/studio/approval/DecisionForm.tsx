import { approveStudioItem, returnStudioItem } from '@portico/contracts/studio/reviews';
import { Button } from '@portico/ui/Button';
import { TextArea } from '@portico/ui/TextArea';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { t } from '../../locale/text.ts';
import type { DraftSession } from '../session/draftSession.ts';
import type { SessionState } from '../session/sessionState.ts';
import styles from './ReviewPanel.module.css';
import { useReviewAction } from './useReviewAction.ts';

const MAX_COMMENT_LENGTH = 2000;

/** Approves the draft shown on the page, or sends it back with a comment about what has to change. */
export function DecisionForm({ session, state }: { session: DraftSession; state: SessionState }) {
  const { item, sequence } = state;
  const { pending, error, act } = useReviewAction(session);
  const [comment, setComment] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const text = comment.trim();
  const params = { itemId: item.id };
  const approve = () =>
    void act(
      'approve',
      // The version shown on this page; if someone has edited it since, the server rejects the approval.
      () => call(approveStudioItem, { params, body: { version: item.version, sequence, comment: text } }),
      t('studio.saidApproved'),
    );
  const sendBack = () => {
    setIsMissing(text === '');
    if (text !== '')
      void act('return', () => call(returnStudioItem, { params, body: { comment: text } }), t('studio.saidReturned'));
  };
  return (
    <div role="group" aria-label={t('studio.decision')} className={styles.form}>
      <TextArea
        label={t('studio.reviewComment')}
        value={comment}
        rows={3}
        error={isMissing && text === '' ? t('studio.commentMissing') : undefined}
        count={{ typed: comment.length, max: MAX_COMMENT_LENGTH }}
        onChange={setComment}
      />
      <div className={styles.actions}>
        {item.allowed.includes('approve') && (
          <Button
            variant="primary"
            pending={pending === 'approve'}
            isDisabled={comment.length > MAX_COMMENT_LENGTH}
            onPress={approve}
          >
            {t('studio.approve')}
          </Button>
        )}
        <Button pending={pending === 'return'} isDisabled={comment.length > MAX_COMMENT_LENGTH} onPress={sendBack}>
          {t('studio.sendBack')}
        </Button>
      </div>
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
