import { Button } from '@portico/ui/Button';
import { Spinner } from '@portico/ui/Spinner';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { PortalLink } from '../../../kit/PortalLink.tsx';
import styles from './EntriesPage.module.css';
import { formListQuery } from '../forms.queries.ts';

/** Where entries go. Who may read them is known only by asking for the list of forms, so that is done once somebody wants to know. */
export function AboutForms() {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <div className={styles.about} data-print="hidden">
      <Button variant="quiet" size="small" aria-expanded={isOpen} aria-controls={id} onPress={() => setIsOpen(!isOpen)}>
        Who reads what I send
      </Button>
      <div id={id} role="status">
        {isOpen && <Explanation />}
      </div>
    </div>
  );
}

function Explanation() {
  const { data: forms, isPending } = useQuery({ ...formListQuery(), retry: false, throwOnError: false });
  if (isPending) return <Spinner size="small" label="Loading" />;
  return (
    <p>
      The editors of the portal, who pass it on to those in charge. Each of their looks is written down.{' '}
      {forms && <PortalLink href="/forms">See what came in</PortalLink>}
    </p>
  );
}
