import type { AdminPerson } from '@portico/contracts/admin/people';
import { Skeleton } from '@portico/ui/Skeleton';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import UserRoundX from 'lucide-react/icons/user-round-x';
import { newsDateLabel } from '../../../dates/dateLabels.ts';
import { dimensionLabel, factLabel } from '../../../kit/factLabels.ts';
import { ListSearch } from '../../../kit/list/ListSearch.tsx';
import type { ListTexts } from '../../../kit/list/ListResults.tsx';
import { RowList } from '../../../kit/list/RowList.tsx';
import rows from '../../../kit/list/Rows.module.css';
import { PortalLink } from '../../../kit/PortalLink.tsx';
import { t } from '../../../locale/text.ts';
import { peopleQuery, type PeopleQuery, signInsQuery } from '../admin.queries.ts';
import styles from '../Admin.module.css';
import { PeopleFilters } from './PeopleFilters.tsx';
import { hasFilters, peopleHref, personHref, readPeopleQuery } from './peopleSearch.ts';
import { PersonActions } from './PersonActions.tsx';
import { nameOf, sessionFacts } from './personLabels.ts';
import { PersonScreen } from './PersonScreen.tsx';

const texts = (): ListTexts => ({
  one: t('admin.person'),
  many: t('admin.persons'),
  none: t('admin.noPeople'),
  noMatch: t('admin.noPersonMatches'),
  advice: t('admin.noPersonAdvice'),
  loading: t('admin.loadingPeople'),
  pages: t('admin.peoplePages'),
});

/** Everyone who signed in or was provisioned, or the person in the address. */
export default function PeopleScreen() {
  const { person }: Record<string, unknown> = useSearch({ strict: false });
  return typeof person === 'string' ? <PersonScreen key={person} userId={person} /> : <PeopleList />;
}

function PeopleList() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const query = readPeopleQuery(search);
  const navigate = useNavigate();
  const { data: list, isPlaceholderData } = useQuery(peopleQuery(query));
  const show = (next: PeopleQuery) => void navigate({ to: peopleHref(next), replace: true, resetScroll: false });
  const { page: _, ...filters } = query;
  const { dimension, value, ...others } = filters;
  return (
    <>
      {search['viewing'] === 'ended' && <p role="status">{t('people.viewingEnded')}</p>}
      <p className={styles.lead}>{t('admin.peopleLead')}</p>
      <ListSearch
        label={t('admin.findPeople')}
        text={query.text ?? ''}
        onChange={({ text }) => show({ ...filters, text: text || undefined })}
      />
      <PeopleFilters query={filters} onChange={show} />
      {dimension !== undefined && value !== undefined && (
        <p>
          {t('people.withFact', { dimension: dimensionLabel(dimension), value: factLabel(dimension, value) })}{' '}
          <PortalLink href={peopleHref(others)}>{t('people.withoutFact')}</PortalLink>
        </p>
      )}
      <RowList<AdminPerson>
        texts={texts()}
        list={list}
        isStale={isPlaceholderData}
        page={Number(query.page ?? 1)}
        hrefOf={(page) => peopleHref({ ...query, page })}
        renderItem={(person) => <PersonRow person={person} />}
        icon={<UserRoundX />}
        onClear={() => show({})}
        onFirstPage={() => void navigate({ to: peopleHref(filters) })}
        empty={hasFilters(query) ? undefined : { title: t('admin.noPeople') }}
      />
      <SignIns />
    </>
  );
}

function PersonRow({ person }: { person: AdminPerson }) {
  const { id, email, isDisabled } = person;
  const name = nameOf(person);
  const [signIn, browser] = sessionFacts(person);
  return (
    <div className={rows.row}>
      <div className={rows.what}>
        <p className={rows.title}>
          <PortalLink href={personHref(id)}>{name}</PortalLink>
        </p>
        <p className={rows.facts}>{[email !== name && email, signIn].filter(Boolean).join(' · ')}</p>
        <p className={rows.facts}>{browser}</p>
      </div>
      {isDisabled && <StatusLabel>{t('admin.accountDisabled')}</StatusLabel>}
      <div className={rows.tools}>
        <PersonActions person={person} size="small" />
      </div>
    </div>
  );
}

/** How many people signed in on each recent day. */
function SignIns() {
  const { data } = useQuery(signInsQuery());
  return (
    <section aria-labelledby="sign-ins" className={styles.section}>
      <h2 id="sign-ins" className={styles.subtitle}>
        {t('admin.signIns')}
      </h2>
      <p className={rows.facts}>{t('admin.signInsHelp')}</p>
      {!data && <Skeleton shape="box" height="16rem" />}
      {data && (
        <table className={styles.table} aria-labelledby="sign-ins">
          <thead>
            <tr>
              <th scope="col">{t('admin.signInDay')}</th>
              <th scope="col">{t('admin.signInPeople')}</th>
            </tr>
          </thead>
          <tbody>
            {data.days.map(({ day, people }) => (
              <tr key={day}>
                <td>{newsDateLabel(`${day}T00:00:00Z`, 'UTC')}</td>
                <td>{people}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
