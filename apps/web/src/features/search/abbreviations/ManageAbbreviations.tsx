import { Button } from '@portico/ui/Button';
import { Spinner } from '@portico/ui/Spinner';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { t } from '../../../locale/text.ts';
import { PortalLink } from '../../../kit/PortalLink.tsx';
import { abbreviationsQuery } from '../search.queries.ts';
import styles from './ManageAbbreviations.module.css';

/** Where abbreviations come from. Who may edit is known only by asking for the list, so that is done once somebody wants to know. */
export function ManageAbbreviations() {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <div className={styles.place} data-print="hidden">
      <Button variant="quiet" size="small" aria-expanded={isOpen} aria-controls={id} onPress={() => setIsOpen(!isOpen)}>
        {t('search.aboutAbbreviations')}
      </Button>
      <div id={id} role="status">
        {isOpen && <Explanation />}
      </div>
    </div>
  );
}

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
