import { ApiError } from '@portico/client/ApiError';
import type { ItemContent } from '@portico/contracts/studio/draft';
import { Button } from '@portico/ui/Button';
import { TextArea } from '@portico/ui/TextArea';
import { showToast } from '@portico/ui/toasts';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { t } from '../../locale/text.ts';
import { startThread, threadsQuery } from '../comments/comments.queries.ts';
import type { DraftSession } from '../session/draftSession.ts';
import type { SessionState } from '../session/sessionState.ts';
import { changesTo } from './compareDrafts.ts';
import styles from './HistoryPanel.module.css';

const MAX_REASON_LENGTH = 500;

interface RestoreFormProps {
  session: DraftSession;
  state: SessionState;
  number: number;
  draft: ItemContent;
}

/** Restores a version as the draft, which can be undone. The reason is added as a comment on the item. */
export function RestoreForm({ session, state, number, draft }: RestoreFormProps) {
  const cache = useQueryClient();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const itemId = state.item.id;
  const trimmedReason = reason.trim();
  const addComment = async () => {
    setError(undefined);
    try {
      const text = t('studio.restoredBecause', { number, reason: trimmedReason });
      await startThread(itemId, null, { text, mentions: [] });
      setReason('');
      await cache.invalidateQueries({ queryKey: threadsQuery(itemId).queryKey });
    } catch (failure) {
      setError(failure instanceof ApiError ? failure.detail : t('shared.tryAgainSentence'));
    }
  };
  const restore = (event: SyntheticEvent) => {
    event.preventDefault();
    session.edit(changesTo(state.view, draft));
    showToast(t('studio.saidRestored', { number }), { action: { label: t('studio.undo'), onPress: session.undo } });
    if (trimmedReason !== '') void addComment();
  };
  return (
    <form className={styles.compared} onSubmit={restore}>
      <TextArea
        label={t('studio.restoreReason')}
        help={t('studio.restoreReasonHelp')}
        rows={2}
        value={reason}
        error={error}
        onChange={setReason}
        count={{ typed: trimmedReason.length, max: MAX_REASON_LENGTH }}
      />
      <Button type="submit" size="small" isDisabled={trimmedReason.length > MAX_REASON_LENGTH}>
        {t('studio.restore')}
      </Button>
    </form>
  );
}
