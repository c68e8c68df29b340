import { Spinner } from '@portico/ui/Spinner';
import { useQuery } from '@tanstack/react-query';
import { EditorsNote } from '../../../kit/EditorsNote.tsx';
import { PortalLink } from '../../../kit/PortalLink.tsx';
import styles from './EntriesPage.module.css';
import { formListQuery } from '../forms.queries.ts';
import { t } from '../../../locale/text.ts';

/** Explains who reads entries. */
export const AboutForms = () => (
  <EditorsNote label={t('forms.whoReads')} className={styles.about}>
    <Explanation />
  </EditorsNote>
);

function Explanation() {
  const { data: forms, isPending } = useQuery({ ...formListQuery(), retry: false, throwOnError: false });
  if (isPending) return <Spinner size="small" label={t('forms.loading')} />;
  return (
    <p>
      {t('forms.whoReadsAnswer')} {forms && <PortalLink href="/forms/received">{t('forms.seeReceived')}</PortalLink>}
    </p>
  );
}
