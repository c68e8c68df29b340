import { Spinner } from '@portico/ui/Spinner';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../locale/text.ts';
import { EditorsNote } from '../../kit/EditorsNote.tsx';
import { PortalLink } from '../../kit/PortalLink.tsx';
import styles from './ManageNotices.module.css';
import { noticesQuery } from './notices.queries.ts';

/** Explains who sends notices and links editors to them. */
export const ManageNotices = () => (
  <EditorsNote label={t('notifications.aboutNotices')} className={styles.container}>
    <Explanation />
  </EditorsNote>
);

function Explanation() {
  const { data: notices, isPending } = useQuery({ ...noticesQuery(1), retry: false, throwOnError: false });
  if (isPending) return <Spinner size="small" label={t('notifications.loadingNotices')} />;
  return (
    <p>
      {t('notifications.editorsSend')}{' '}
      {notices ? (
        <PortalLink href="/notifications/notices">{t('notifications.manageNotices')}</PortalLink>
      ) : (
        t('notifications.askAnEditor')
      )}
    </p>
  );
}
