import { Skeleton } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { newsDateLabel } from '../../dates/dateLabels.ts';
import { t } from '../../locale/text.ts';
import { itemKindLabel } from '../kinds.ts';
import styles from '../Sections.module.css';
import note from '../Note.module.css';
import { pageOfDraft, sharedPreviewQuery } from './previews.queries.ts';
import { ReaderPage } from './ReaderPage.tsx';

/** A draft as a colleague sees it at a preview address. */
export function Page() {
  const { previewId = '' } = useParams({ strict: false });
  const { data } = useQuery(sharedPreviewQuery(previewId));
  if (!data) return <Skeleton shape="box" height="20rem" />;
  return (
    <div className={styles.section}>
      <p role="note" className={note.waiting}>
        {t('releases.sharedNote', {
          kind: itemKindLabel(data.kind),
          name: data.createdBy ?? t('releases.system'),
          day: newsDateLabel(data.endsAt),
        })}
      </p>
      <ReaderPage shown={pageOfDraft(data.kind, previewId, data.draft, data.surroundings)} />
    </div>
  );
}
