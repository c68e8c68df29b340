import type { WaitingItem } from '@portico/contracts/studio/reviews';
import { EmptyState } from '@portico/ui/EmptyState';
import { Skeleton } from '@portico/ui/Skeleton';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { useQuery } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import { newsDateLabel } from '../../dates/dateLabels.ts';
import { t, type TextKey } from '../../locale/text.ts';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { itemKindLabel } from '../kinds.ts';
import { StudioNav } from '../StudioNav.tsx';
import rows from '../../kit/list/Rows.module.css';
import page from '../StudioPage.module.css';
import { waitingQuery } from '../studio.queries.ts';
import { dueLabel } from './dueLabel.ts';
import styles from './WaitingPage.module.css';

/** Items that need action from the signed-in person, most urgent first. */
export function Page() {
  const { data } = useQuery(waitingQuery());
  return (
    <div className={page.page}>
      <PageHeading title={t('studio.waitingForMe')} />
      <StudioNav current="/studio/waiting" />
      {!data && <Skeleton shape="box" height="12rem" />}
      {data?.items.length === 0 && (
        <EmptyState
          headingLevel={2}
          icon={<CircleCheck />}
          title={t('studio.nothingWaits')}
          description={t('studio.nothingWaitsHelp')}
        />
      )}
      {data && data.items.length > 0 && (
        <ul className={rows.rows}>
          {data.items.map((item) => (
            <li key={item.id}>
              <Row item={item} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const tasks: Record<WaitingItem['task'], TextKey> = {
  Approve: 'studio.taskApprove',
  Change: 'studio.taskChange',
  Publish: 'studio.taskPublish',
};
const descriptions: Record<WaitingItem['task'], TextKey> = {
  Approve: 'studio.waitsApprove',
  Change: 'studio.waitsChange',
  Publish: 'studio.waitsPublish',
};

function Row({ item }: { item: WaitingItem }) {
  const { id, kind, title, task, purpose, note, by, since, dueOn, isOverdue } = item;
  const label = task === 'Publish' && purpose === 'Archive' ? 'studio.taskArchive' : tasks[task];
  return (
    <div className={rows.row}>
      <div className={rows.what}>
        <PortalLink href={`/studio/${id}?panel=review`} className={rows.title}>
          {title || t('studio.untitled')}
        </PortalLink>
        <p className={rows.facts}>
          {itemKindLabel(kind)} ·{' '}
          {t(descriptions[task], { name: by ?? t('studio.somebody'), day: newsDateLabel(since) })}
        </p>
        {note !== '' && <p className={styles.note}>“{note}”</p>}
      </div>
      <div className={page.states}>
        {dueOn !== null && task === 'Approve' && (
          <StatusLabel tone={isOverdue ? 'danger' : 'neutral'}>
            {isOverdue ? t('studio.overdue', { due: dueLabel(dueOn) }) : dueLabel(dueOn)}
          </StatusLabel>
        )}
        <StatusLabel tone="info">{t(label)}</StatusLabel>
      </div>
    </div>
  );
}
