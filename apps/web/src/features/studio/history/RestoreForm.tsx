import { ApiError } from '@portico/client/ApiError';
import type { Draft } from '@portico/contracts/studio/draft';
import { Button } from '@portico/ui/Button';
import { TextArea } from '@portico/ui/TextArea';
import { showToast } from '@portico/ui/toasts';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { t } from '../../../locale/text.ts';
import { startThread, threadsQuery } from '../comments/comments.queries.ts';
import type { DraftSession } from '../session/draftSession.ts';
import type { SessionState } from '../session/sessionState.ts';
import { changesTo } from './compareDrafts.ts';
import styles from './HistoryPanel.module.css';

const MAX_REASON = 500;

interface RestoreFormProps {
  session: DraftSession;
  state: SessionState;
  number: number;
  draft: Draft;
}

/** Makes a version the draft again; undo takes that back. What is said about it is a comment on the item. */
export function RestoreForm({ session, state, number, draft }: RestoreFormProps) {
  const cache = useQueryClient();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const itemId = state.item.id;
  const said = reason.trim();
  const comment = async () => {
    setError(undefined);
    try {
      const text = t('studio.restoredBecause', { number, reason: said });
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
    if (said !== '') void comment();
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
        count={{ typed: said.length, most: MAX_REASON }}
      />
      <Button type="submit" size="small" isDisabled={said.length > MAX_REASON}>
        {t('studio.restore')}
      </Button>
    </form>
  );
}
