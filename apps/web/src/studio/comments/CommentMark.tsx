import MessageSquare from 'lucide-react/icons/message-square';
import { use } from 'react';
import { t } from '../../locale/text.ts';
import styles from './Comments.module.css';
import { CommentsContext } from './CommentsContext.ts';

/** The number of open threads on a component; pressing it shows them. */
export function CommentMark({ componentId }: { componentId: string }) {
  const { counts, show } = use(CommentsContext);
  const count = counts.get(componentId);
  if (count === undefined) return null;
  return (
    <button
      type="button"
      className={styles.mark}
      contentEditable={false}
      aria-label={t('studio.commentsHere', { count })}
      onClick={() => show(componentId)}
    >
      <MessageSquare aria-hidden="true" />
      {count}
    </button>
  );
}
