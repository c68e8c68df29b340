import { Button } from '@portico/ui/Button';
import { Spinner } from '@portico/ui/Spinner';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { PortalLink } from '../../../kit/PortalLink.tsx';
import styles from './EntriesPage.module.css';
import { formListQuery } from '../forms.queries.ts';
import { t } from '../../../locale/text.ts';

/**
 * Explains who reads entries. Only the list of forms shows whether the reader is an editor, so it is fetched on demand.
 */
export function AboutForms() {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <div className={styles.about} data-print="hidden">
      <Button variant="quiet" size="small" aria-expanded={isOpen} aria-controls={id} onPress={() => setIsOpen(!isOpen)}>
        {t('forms.whoReads')}
      </Button>
      <div id={id} role="status">
        {isOpen && <Explanation />}
      </div>
    </div>
  );
}

function Explanation() {
  const { data: forms, isPending } = useQuery({ ...formListQuery(), retry: false, throwOnError: false });
  if (isPending) return <Spinner size="small" label={t('forms.loading')} />;
  return (
    <p>
      {t('forms.whoReadsAnswer')} {forms && <PortalLink href="/forms/received">{t('forms.seeReceived')}</PortalLink>}
    </p>
  );
}
