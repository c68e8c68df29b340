import { findComponent, walkDraft } from '@portico/authoring/tree/find';
import type { StudioThread } from '@portico/contracts/studio/comments';
import type { ComponentKind } from '@portico/kinds/content';
import { Switch } from '@portico/ui/Switch';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../locale/text.ts';
import { excerpt } from '../excerpt.ts';
import { componentLabel } from '../componentKinds.ts';
import type { DraftSession } from '../session/draftSession.ts';
import type { SessionState } from '../session/sessionState.ts';
import { CommentForm } from './CommentForm.tsx';
import styles from './Comments.module.css';
import { startThread, threadsQuery } from './comments.queries.ts';
import { Thread } from './Thread.tsx';
import { useLinkedThread, useThreads } from './useThreads.ts';

interface CommentsPanelProps {
  session: DraftSession;
  state: SessionState;
  /** The selected component; a new comment refers to it. */
  current: string | null;
  onSelect: (id: string | null) => void;
}

/** Comment threads about the item and its components, in page order; threads about removed components come last. */
export function CommentsPanel({ session, state, current, onSelect }: CommentsPanelProps) {
  const itemId = state.item.id;
  const { threads } = useThreads(itemId);
  const { data } = useQuery(threadsQuery(itemId));
  const linkedThreadId = useLinkedThread();
  const [showsResolved, setShowsResolved] = useState(
    () => threads.find(({ id }) => id === linkedThreadId)?.isResolved ?? false,
  );
  const found = current === null ? undefined : findComponent(state.view, current);
  const about = found ? componentLabel(found.component.type) : t('studio.wholeItem');
  const shown = threads.filter(({ isResolved }) => showsResolved || !isResolved);
  const { placed, orphaned } = inPageOrder(shown, state);
  const mentionable = data?.mentionable ?? [];
  const renderThread = (thread: StudioThread) => (
    <Thread
      key={thread.id}
      itemId={itemId}
      thread={thread}
      about={aboutLabel(thread, state)}
      mentionable={mentionable}
      canComment={state.item.allowed.includes('comment')}
      onSelect={thread.componentId !== null && findComponent(state.view, thread.componentId) ? onSelect : undefined}
    />
  );
  return (
    <section aria-labelledby="comments-title" className={styles.panel}>
      <h2 id="comments-title" className={styles.title}>
        {t('studio.panelcomments')}
      </h2>
      <CommentForm
        label={t('studio.commentOn', { what: about })}
        sendLabel={t('studio.sendComment')}
        itemId={itemId}
        storageKey={`comment-${itemId}`}
        mentionable={mentionable}
        onSend={async (comment) => {
          // The server does not know an unsaved component.
          await session.flush();
          await startThread(itemId, found?.component.id ?? null, comment);
        }}
      />
      {threads.some(({ isResolved }) => isResolved) && (
        <Switch isSelected={showsResolved} onChange={setShowsResolved}>
          {t('studio.showResolved')}
        </Switch>
      )}
      {shown.length === 0 && <p className={styles.facts}>{t('studio.noComments')}</p>}
      {placed.length > 0 && <ol className={styles.list}>{placed.map(renderThread)}</ol>}
      {orphaned.length > 0 && (
        <>
          <h3 className={styles.title}>{t('studio.orphanedComments')}</h3>
          <ol className={styles.list}>{orphaned.map(renderThread)}</ol>
        </>
      )}
    </section>
  );
}

function inPageOrder(threads: StudioThread[], { view }: SessionState) {
  const position = new Map<string | null, number>([[null, -1]]);
  for (const { component } of walkDraft(view)) position.set(component.id, position.size);
  const placed = threads.filter(({ componentId }) => position.has(componentId));
  return {
    placed: placed.toSorted((a, b) => position.get(a.componentId)! - position.get(b.componentId)!),
    orphaned: threads.filter(({ componentId }) => !position.has(componentId)),
  };
}

function aboutLabel({ componentId, componentKind }: StudioThread, { view }: SessionState): string {
  if (componentId === null) return t('studio.wholeItem');
  const found = findComponent(view, componentId);
  if (!found) return componentKind === null ? '' : componentLabel(componentKind as ComponentKind);
  const text = excerpt(found.component);
  return text === '' ? componentLabel(found.component.type) : `${componentLabel(found.component.type)}: ${text}`;
}
