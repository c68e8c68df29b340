import { Spinner } from '@portico/ui/Spinner';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../locale/text.ts';
import { EditorsNote } from '../../kit/EditorsNote.tsx';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { abbreviationsQuery } from './search.queries.ts';
import styles from './ManageAbbreviations.module.css';

/** Explains abbreviations and links editors to the list. */
export const ManageAbbreviations = () => (
  <EditorsNote label={t('search.aboutAbbreviations')} className={styles.area}>
    <Explanation />
  </EditorsNote>
);

function Explanation() {
  const { data: abbreviations, isPending } = useQuery({ ...abbreviationsQuery(), retry: false });
  if (isPending) return <Spinner size="small" label={t('search.loadingAbbreviations')} />;
  return (
    <p>
      {t('search.editorsManage')}{' '}
      {abbreviations ? (
        <PortalLink href="/search/abbreviations">
          {t('search.editAbbreviations', { count: abbreviations.length })}
        </PortalLink>
      ) : (
        t('search.letEditorsKnow')
      )}
    </p>
  );
}
