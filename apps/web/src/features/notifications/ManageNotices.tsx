import { Button } from '@portico/ui/Button';
import { Spinner } from '@portico/ui/Spinner';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { t } from '../../locale/text.ts';
import { PortalLink } from '../../kit/PortalLink.tsx';
import styles from './ManageNotices.module.css';
import { noticesQuery } from './notices.queries.ts';

/**
 * Explains who sends notices and links editors to them. Only a request for the list reveals who is an editor, so it
 * waits until the reader opens this.
 */
export function ManageNotices() {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <div className={styles.container} data-print="hidden">
      <Button variant="quiet" size="small" aria-expanded={isOpen} aria-controls={id} onPress={() => setIsOpen(!isOpen)}>
        {t('notifications.aboutNotices')}
      </Button>
      <div id={id} role="status">
        {isOpen && <Explanation />}
      </div>
    </div>
  );
}

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
