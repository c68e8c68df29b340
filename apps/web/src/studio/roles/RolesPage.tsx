import type { StudioColleague } from '@portico/contracts/studio/roles';
import { cleanText } from '@portico/kinds/typedText';
import { EmptyState } from '@portico/ui/EmptyState';
import { SearchField } from '@portico/ui/SearchField';
import { Skeleton } from '@portico/ui/Skeleton';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Users from 'lucide-react/icons/users';
import { useEffect, useState } from 'react';
import { t } from '../../locale/text.ts';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { StudioNav } from '../StudioNav.tsx';
import rows from '../../kit/list/Rows.module.css';
import page from '../StudioPage.module.css';
import { PersonRoles } from './PersonRoles.tsx';
import { colleaguesQuery } from '../studio.queries.ts';
import { TYPING_DELAY_MS } from '../typingDelay.ts';
import styles from './Roles.module.css';

/** Who has which roles in the studio, for administrators. */
export function Page() {
  const [typed, setTyped] = useState('');
  const [text, setText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setText(cleanText(typed)), TYPING_DELAY_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data } = useQuery(colleaguesQuery(text));
  const cache = useQueryClient();
  const replace = (person: StudioColleague) => {
    cache.setQueryData(colleaguesQuery(text).queryKey, (cached) =>
      cached ? { items: cached.items.map((each) => (each.id === person.id ? person : each)) } : cached,
    );
    if (text !== '') void cache.invalidateQueries({ queryKey: colleaguesQuery('').queryKey, exact: true });
  };
  return (
    <div className={page.page}>
      <PageHeading title={t('studio.roles')} />
      <StudioNav current="/studio/roles" />
      <p className={styles.lead}>{t('studio.rolesLead')}</p>
      <SearchField
        label={t('studio.findPeople')}
        placeholder={t('studio.findPeople')}
        value={typed}
        onChange={setTyped}
      />
      {!data && <Skeleton shape="box" height="12rem" />}
      {data?.items.length === 0 && <EmptyState headingLevel={2} icon={<Users />} title={t('studio.nobodyFound')} />}
      {data && data.items.length > 0 && (
        <ul className={rows.rows}>
          {data.items.map((person) => (
            <li key={person.id}>
              <PersonRoles person={person} onSaved={replace} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
