import type { SearchDestination } from '@portico/contracts/search';
import { t, type TextKey } from '../../locale/text.ts';
import { PortalLink } from '../../kit/PortalLink.tsx';
import styles from './Destinations.module.css';

const kindLabels: Record<SearchDestination['kind'], TextKey> = {
  person: 'search.person',
  application: 'search.application',
  form: 'search.form',
  menu: 'search.menuPage',
};

/** People, applications, forms and menu pages whose names match the term. */
export function Destinations({ destinations }: { destinations: readonly SearchDestination[] }) {
  if (destinations.length === 0) return null;
  return (
    <section aria-label={t('search.destinations')}>
      <ul className={styles.destinations}>
        {destinations.map(({ kind, name, detail, href }) => (
          <li key={`${kind} ${name} ${href}`}>
            {href === null ? name : <PortalLink href={href}>{name}</PortalLink>}{' '}
            <span className={styles.detail}>{[t(kindLabels[kind]), detail].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
