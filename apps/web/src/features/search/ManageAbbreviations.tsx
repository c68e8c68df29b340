import { Button } from '@portico/ui/Button';
import { Spinner } from '@portico/ui/Spinner';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { t } from '../../locale/text.ts';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { abbreviationsQuery } from './search.queries.ts';
import styles from './ManageAbbreviations.module.css';

/**
 * Explains abbreviations and links editors to the list. Only a request for the list reveals who is an editor, so it
 * waits until the reader opens this.
 */
export function ManageAbbreviations() {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <div className={styles.area} data-print="hidden">
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
