import { ApiError } from '@portico/client/ApiError';
import {
  type Mentionable,
  replyToStudioThread,
  resolveStudioThread,
  type StudioThread,
} from '@portico/contracts/studio/comments';
import { Button } from '@portico/ui/Button';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { showToast } from '@portico/ui/toasts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { newsDateLabel, timeLabel } from '../../dates/dateLabels.ts';
import { t } from '../../locale/text.ts';
import { CommentForm } from './CommentForm.tsx';
import styles from './Comments.module.css';
import { threadsQuery } from './comments.queries.ts';
import { useLinkedThread } from './useThreads.ts';
import { readUnsentComment } from './useUnsentComment.ts';

interface ThreadProps {
  itemId: string;
  thread: StudioThread;
  /** What the thread is about, as a label. */
  about: string;
  mentionable: readonly Mentionable[];
  canComment: boolean;
  /** Selects the component of the thread; absent if it no longer exists. */
  onSelect: ((id: string) => void) | undefined;
}

/** A comment with its replies, and buttons to reply and to resolve it. */
export function Thread({ itemId, thread, about, mentionable, canComment, onSelect }: ThreadProps) {
  const cache = useQueryClient();
  const storageKey = `reply-${thread.id}`;
  const [isReplying, setIsReplying] = useState(() => readUnsentComment(storageKey).text !== '');
  const [hasPressedReply, setHasPressedReply] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const listItem = useRef<HTMLLIElement>(null);
  const { id, componentId, comments, isResolved, resolvedBy } = thread;
  const isLinked = useLinkedThread() === id;
  useEffect(() => {
    if (isLinked) listItem.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isLinked]);
  const setResolved = async () => {
    setIsSaving(true);
    try {
      await call(resolveStudioThread, { params: { itemId, threadId: id }, body: { isResolved: !isResolved } });
      await cache.invalidateQueries({ queryKey: threadsQuery(itemId).queryKey });
    } catch (error) {
      showToast(error instanceof ApiError ? error.detail : t('shared.tryAgainSentence'), { type: 'error' });
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <li ref={listItem} className={styles.thread} data-linked={isLinked || undefined}>
      {onSelect && componentId !== null ? (
        <button type="button" className={styles.about} onClick={() => onSelect(componentId)}>
          {about}
        </button>
      ) : (
        <p className={styles.facts}>{about}</p>
      )}
      {isResolved && <StatusLabel>{t('studio.resolvedBy', { name: resolvedBy ?? t('studio.somebody') })}</StatusLabel>}
      {comments.map((comment) => (
        <div key={comment.id} className={styles.comment}>
          <p className={styles.by}>
            <b>{comment.by ?? t('studio.somebody')}</b>{' '}
            <span className={styles.facts}>
              {newsDateLabel(comment.at)}, {timeLabel(comment.at)}
            </span>
          </p>
          <p className={styles.text}>{comment.text}</p>
        </div>
      ))}
      {canComment && isReplying && (
        <CommentForm
          label={t('studio.reply')}
          sendLabel={t('studio.sendReply')}
          itemId={itemId}
          storageKey={storageKey}
          mentionable={mentionable}
          hasFocus={hasPressedReply}
          onSend={async (comment) => {
            const body = { id: crypto.randomUUID(), ...comment };
            await call(replyToStudioThread, { params: { itemId, threadId: id }, body });
            setIsReplying(false);
          }}
        />
      )}
      {canComment && (
        <div className={styles.actions}>
          {!isReplying && (
            <Button
              size="small"
              onPress={() => {
                setIsReplying(true);
                setHasPressedReply(true);
              }}
            >
              {t('studio.reply')}
            </Button>
          )}
          <Button size="small" variant="quiet" pending={isSaving} onPress={() => void setResolved()}>
            {isResolved ? t('studio.reopen') : t('studio.resolve')}
          </Button>
        </div>
      )}
    </li>
  );
}
