import { type AdminPerson, endSessions, revokeBrowser } from '@portico/contracts/admin/people';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import UserRoundX from 'lucide-react/icons/user-round-x';
import { call } from '../../api/call.ts';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { ListSearch } from '../../kit/list/ListSearch.tsx';
import type { ListTexts } from '../../kit/list/ListResults.tsx';
import { RowList } from '../../kit/list/RowList.tsx';
import { t } from '../../locale/text.ts';
import { stringifySearch } from '../../routing/searchParams.ts';
import { peopleQuery, type PeopleQuery, signInsQuery } from './admin.queries.ts';
import { momentLabel } from './adminLabels.ts';
import { ConfirmButton } from '../../kit/ConfirmButton.tsx';
import { useAdminAction } from './useAdminAction.ts';
import rows from '../../kit/list/Rows.module.css';
import styles from './Admin.module.css';
import { Skeleton } from '@portico/ui/Skeleton';
import { newsDateLabel } from '../../dates/dateLabels.ts';

const texts = (): ListTexts => ({
  one: t('admin.person'),
  many: t('admin.persons'),
  none: t('admin.noPeople'),
  noMatch: t('admin.noPersonMatches'),
  advice: t('admin.noPersonAdvice'),
  loading: t('admin.loadingPeople'),
  pages: t('admin.peoplePages'),
});

/** The people who have signed in, with actions to end their sessions and forget their remembered browsers. */
export function PeopleScreen() {
  const { text, page: pageParam }: Record<string, unknown> = useSearch({ strict: false });
  const query: PeopleQuery = {
    ...(typeof text === 'string' || typeof text === 'number' ? { text: String(text) } : {}),
    ...(Number(pageParam) > 1 ? { page: String(pageParam) } : {}),
  };
  const navigate = useNavigate();
  const { data: list, isPlaceholderData } = useQuery(peopleQuery(query));
  const hrefOf = (next: PeopleQuery) => `/admin/people${stringifySearch(next)}`;
  const find = (typed: string) =>
    void navigate({ to: hrefOf({ text: typed || undefined }), replace: true, resetScroll: false });
  return (
    <>
      <p className={styles.lead}>{t('admin.peopleLead')}</p>
      <ListSearch label={t('admin.findPeople')} text={query.text ?? ''} onChange={({ text: typed }) => find(typed)} />
      <RowList<AdminPerson>
        texts={texts()}
        list={list}
        isStale={isPlaceholderData}
        page={Number(query.page ?? 1)}
        hrefOf={(to) => hrefOf({ ...query, page: to })}
        renderItem={(person) => <PersonRow person={person} />}
        icon={<UserRoundX />}
        onClear={() => find('')}
        onFirstPage={() => void navigate({ to: hrefOf({ ...query, page: undefined }) })}
        empty={query.text === undefined ? { title: t('admin.noPeople') } : undefined}
      />
      <SignIns />
    </>
  );
}

function PersonRow({ person }: { person: AdminPerson }) {
  const { id, email, isDisabled, lastSignInAt, sessionsEndedAt, browser } = person;
  const act = useAdminAction();
  const name = person.name ?? email ?? t('admin.nameless');
  const facts = [
    email !== name && email,
    lastSignInAt === null ? t('admin.neverSignedIn') : t('admin.lastSignIn', { moment: momentLabel(lastSignInAt) }),
    sessionsEndedAt !== null && t('admin.sessionsEnded', { moment: momentLabel(sessionsEndedAt) }),
  ];
  return (
    <div className={rows.row}>
      <div className={rows.what}>
        <p className={rows.title}>{name}</p>
        <p className={rows.facts}>{facts.filter(Boolean).join(' · ')}</p>
        <p className={rows.facts}>
          {browser
            ? t('admin.browserRemembered', {
                used: momentLabel(browser.usedAt),
                until: momentLabel(browser.expiresAt),
              })
            : t('admin.noBrowser')}
        </p>
      </div>
      {isDisabled && <StatusLabel>{t('admin.accountDisabled')}</StatusLabel>}
      <div className={rows.tools}>
        <PortalLink href={`/admin/applications?person=${id}`} aria-label={t('admin.applicationsOf', { name })}>
          {t('admin.applications')}
        </PortalLink>
        <PortalLink href={`/admin/proofs?person=${id}`} aria-label={t('admin.receiptsOf', { name })}>
          {t('admin.receipts')}
        </PortalLink>
        {browser && (
          <ConfirmButton
            size="small"
            actionVariant="danger"
            label={t('admin.revokeBrowser')}
            ariaLabel={t('admin.revokeBrowserOf', { name })}
            title={t('admin.revokeBrowserTitle')}
            text={t('admin.revokeBrowserText', { name })}
            onConfirm={() =>
              act(() => call(revokeBrowser, { params: { userId: id } }), t('admin.browserRevoked', { name }))
            }
          />
        )}
        <ConfirmButton
          size="small"
          actionVariant="danger"
          label={t('admin.endSessions')}
          ariaLabel={t('admin.endSessionsOf', { name })}
          title={t('admin.endSessionsTitle')}
          text={t('admin.endSessionsText', { name })}
          onConfirm={() =>
            act(() => call(endSessions, { params: { userId: id } }), t('admin.sessionsEndedOf', { name }))
          }
        />
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
