import { Skeleton } from '@portico/ui/Skeleton';
import { useParams } from '@tanstack/react-router';
import { t } from '../../locale/text.ts';
import { useDraftSession } from '../session/useDraftSession.ts';
import { Editor } from './Editor.tsx';
import styles from './Editor.module.css';

/** The editor of an item, on the page as readers see it. Source: spec of the studio, "The editor". */
export function Page() {
  const { itemId = '' } = useParams({ strict: false });
  // The key keeps the state of one item from showing, or being saved, under the address of the next.
  return <OpenItem key={itemId} itemId={itemId} />;
}

function OpenItem({ itemId }: { itemId: string }) {
  const open = useDraftSession(itemId);
  if (!open)
    return (
      <div className={styles.loading} role="status" aria-label={t('studio.loadingItem')}>
        <Skeleton shape="box" height="3.5rem" />
        <Skeleton shape="box" height="24rem" />
      </div>
    );
  return <Editor session={open.session} state={open.state} />;
}
