import type { SearchPlace } from '@portico/contracts/search';
import { t, type TextKey } from '../../locale/text.ts';
import { PortalLink } from '../../kit/PortalLink.tsx';
import styles from './Places.module.css';

const kindLabels: Record<SearchPlace['kind'], TextKey> = {
  person: 'search.person',
  application: 'search.application',
  form: 'search.form',
  menu: 'search.menuPage',
};

/** People, applications, forms and menu pages whose names match the term. */
export function Places({ places }: { places: readonly SearchPlace[] }) {
  if (places.length === 0) return null;
  return (
    <section aria-label={t('search.places')}>
      <ul className={styles.places}>
        {places.map(({ kind, name, detail, href }) => (
          <li key={`${kind} ${name} ${href}`}>
            {href === null ? name : <PortalLink href={href}>{name}</PortalLink>}{' '}
            <span className={styles.detail}>{[t(kindLabels[kind]), detail].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
