import { ApiError } from '@portico/client/ApiError';
import type { Mentionable, StudioThread } from '@portico/contracts/studio/comments';
import { Button } from '@portico/ui/Button';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { showToast } from '@portico/ui/toasts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { newsDateLabel, timeLabel } from '../../../dates/dateLabels.ts';
import { t } from '../../../locale/text.ts';
import { CommentForm } from './CommentForm.tsx';
import styles from './Comments.module.css';
import { reply, resolveThread, threadsQuery } from './comments.queries.ts';
import { useAskedThread } from './useThreads.ts';
import { readUnsentComment } from './useUnsentComment.ts';

interface ThreadProps {
  itemId: string;
  thread: StudioThread;
  /** What it is about, in words. */
  about: string;
  mentionable: readonly Mentionable[];
  mayComment: boolean;
  /** Goes to its component; absent when there is none any more. */
  onSelect: ((id: string) => void) | undefined;
}

/** Comments on one thing, with answers, until it is resolved. */
export function Thread({ itemId, thread, about, mentionable, mayComment, onSelect }: ThreadProps) {
  const cache = useQueryClient();
  const storedAs = `reply-${thread.id}`;
  const [isReplying, setIsReplying] = useState(() => readUnsentComment(storedAs) !== '');
  const [hasAsked, setHasAsked] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const entry = useRef<HTMLLIElement>(null);
  const { id, componentId, comments, isResolved, resolvedBy } = thread;
  const isAsked = useAskedThread() === id;
  useEffect(() => {
    if (isAsked) entry.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isAsked]);
  const setResolved = async () => {
    setIsSaving(true);
    try {
      await resolveThread(itemId, id, !isResolved);
      await cache.invalidateQueries({ queryKey: threadsQuery(itemId).queryKey });
    } catch (error) {
      showToast(error instanceof ApiError ? error.detail : t('shared.tryAgainSentence'), { type: 'error' });
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <li ref={entry} className={styles.thread} data-asked={isAsked || undefined}>
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
      {mayComment && isReplying && (
        <CommentForm
          label={t('studio.reply')}
          sendLabel={t('studio.sendReply')}
          itemId={itemId}
          storedAs={storedAs}
          mentionable={mentionable}
          hasFocus={hasAsked}
          onSend={async (comment) => {
            await reply(itemId, id, comment);
            setIsReplying(false);
          }}
        />
      )}
      {mayComment && (
        <div className={styles.actions}>
          {!isReplying && (
            <Button
              size="small"
              onPress={() => {
                setIsReplying(true);
                setHasAsked(true);
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
