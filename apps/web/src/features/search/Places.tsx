import type { SearchPlace } from '@portico/contracts/search';
import { isSafeHref } from '@portico/contracts/safeHref';
import { useQuery } from '@tanstack/react-query';
import { t, type TextKey } from '../../locale/text.ts';
import { PortalLink } from '../../kit/PortalLink.tsx';
import styles from './Places.module.css';
import { placesQuery } from './search.queries.ts';

const kindLabels: Record<SearchPlace['kind'], TextKey> = {
  person: 'search.person',
  application: 'search.application',
  form: 'search.form',
  menu: 'search.menuPage',
};

/**
 * People, applications, forms and menu pages whose names match the term. They are an extra: if they can't be loaded,
 * nothing is shown.
 */
export function Places({ term }: { term: string }) {
  const { data: places = [] } = useQuery(placesQuery(term));
  const usable = places.filter(({ href }) => isSafeHref(href));
  if (usable.length === 0) return null;
  return (
    <section aria-label={t('search.places')}>
      <ul className={styles.places}>
        {usable.map(({ kind, name, detail, href }) => (
          <li key={`${kind} ${href}`}>
            <PortalLink href={href}>{name}</PortalLink>{' '}
            <span className={styles.detail}>{[t(kindLabels[kind]), detail].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
