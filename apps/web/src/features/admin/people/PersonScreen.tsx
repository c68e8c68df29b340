import type { AdminPersonDetails } from '@portico/contracts/admin/people';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { newsDateLabel } from '../../../dates/dateLabels.ts';
import { dimensionLabel, factLabel } from '../../../kit/factLabels.ts';
import rows from '../../../kit/list/Rows.module.css';
import { PortalLink } from '../../../kit/PortalLink.tsx';
import { t } from '../../../locale/text.ts';
import { personQuery } from '../admin.queries.ts';
import { momentLabel } from '../adminLabels.ts';
import styles from '../Admin.module.css';
import { AccountButton } from './AccountButton.tsx';
import { OwnedItems } from './OwnedItems.tsx';
import { peopleHref } from './peopleSearch.ts';
import { PersonActions } from './PersonActions.tsx';
import { nameOf, sessionFacts, sourceLabel } from './personLabels.ts';
import { ViewButton } from './ViewButton.tsx';

/** A person: what audiences know and where it comes from, roles, delegates, sessions and the account. */
export function PersonScreen({ userId }: { userId: string }) {
  const { data: person } = useQuery(personQuery(userId));
  return (
    <>
      <p>
        <PortalLink href="/admin/people">{t('people.back')}</PortalLink>
      </p>
      {person ? (
        <Details person={person} />
      ) : (
        <SkeletonGroup label={t('people.loading')}>
          <Skeleton shape="box" height="24rem" />
        </SkeletonGroup>
      )}
    </>
  );
}

function Details({ person }: { person: AdminPersonDetails }) {
  const { email, manager, timeZone, createdAt, isProvisioned, isDisabled, disabled, apiTokens } = person;
  const name = nameOf(person);
  const about = [
    email !== name && email,
    isProvisioned && t('people.provisioned'),
    manager !== null && t('people.reportsTo', { manager }),
    timeZone !== null && t('people.timeZone', { zone: timeZone }),
    t('people.since', { moment: momentLabel(createdAt) }),
  ];
  return (
    <>
      <section className={styles.section} aria-labelledby="person-name">
        <div className={rows.row}>
          <div className={rows.what}>
            <h2 id="person-name" className={styles.subtitle} dir="auto">
              {name}
            </h2>
            <p className={rows.facts}>{about.filter(Boolean).join(' · ')}</p>
            {sessionFacts(person).map((line) => (
              <p key={line} className={rows.facts}>
                {line}
              </p>
            ))}
          </div>
          {isDisabled && <StatusLabel tone="danger">{t('admin.accountDisabled')}</StatusLabel>}
        </div>
        {disabled && <p>{disabledLabel(disabled)}</p>}
        {disabled?.source === 'Portal' && !person.allowed.enable && <p>{t('people.keptOut')}</p>}
        <div className={rows.tools}>
          {person.allowed.view && <ViewButton person={person} />}
          <AccountButton person={person} />
          <PersonActions person={person} />
        </div>
        {apiTokens > 0 && (
          <p>
            {t('people.apiTokens', { count: apiTokens, name })}{' '}
            <PortalLink href="/admin/tokens">{t('people.openTokens')}</PortalLink>
          </p>
        )}
        {isDisabled && <OwnedItems userId={person.id} name={name} />}
      </section>
      <Facts person={person} />
      <Grants person={person} />
      <Rights person={person} />
    </>
  );
}

function disabledLabel({ at, source, by, reason }: NonNullable<AdminPersonDetails['disabled']>): string {
  const moment = momentLabel(at);
  if (source === 'Provisioning') return t('people.disabledByProvisioning', { moment });
  return by === null || reason === null
    ? t('people.disabledSomehow', { moment })
    : t('people.disabledHere', { moment, by, reason });
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 id={id} className={styles.subtitle}>
        {title}
      </h3>
      {children}
    </section>
  );
}

function Facts({ person: { facts } }: { person: AdminPersonDetails }) {
  return (
    <Part id="person-facts" title={t('people.facts')}>
      <p className={rows.facts}>{t('people.factsHelp')}</p>
      {facts.length === 0 ? (
        <p>{t('people.noFacts')}</p>
      ) : (
        <table className={styles.wideTable} aria-labelledby="person-facts">
          <thead>
            <tr>
              <th scope="col">{t('people.fact')}</th>
              <th scope="col">{t('people.value')}</th>
              <th scope="col">{t('people.source')}</th>
            </tr>
          </thead>
          <tbody>
            {facts.map(({ dimension, value, source }) => {
              const labels = { dimension: dimensionLabel(dimension), value: factLabel(dimension, value) };
              return (
                <tr key={`${dimension}:${value}`}>
                  <td>{labels.dimension}</td>
                  <td dir="auto">
                    <PortalLink href={peopleHref({ dimension, value })} aria-label={t('people.peopleWith', labels)}>
                      {labels.value}
                    </PortalLink>
                  </td>
                  <td>{sourceLabel(source)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </Part>
  );
}

function Grants({ person: { grants } }: { person: AdminPersonDetails }) {
  return (
    <Part id="person-grants" title={t('people.grants')}>
      {grants.length === 0 ? (
        <p>{t('people.noGrants')}</p>
      ) : (
        <table className={styles.wideTable} aria-labelledby="person-grants">
          <thead>
            <tr>
              <th scope="col">{t('people.role')}</th>
              <th scope="col">{t('people.department')}</th>
              <th scope="col">{t('people.source')}</th>
            </tr>
          </thead>
          <tbody>
            {grants.map(({ role, department, source }) => (
              <tr key={`${role} ${department} ${source}`}>
                <td>{factLabel('role', `studio-${role}`)}</td>
                <td dir="auto">{department ?? t('people.allDepartments')}</td>
                <td>{sourceLabel(source)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className={rows.facts}>
        {t('people.manageGrants')} <PortalLink href="/studio/roles">{t('people.openGrants')}</PortalLink>
      </p>
    </Part>
  );
}

const dayLabel = (day: string): string => newsDateLabel(`${day}T00:00:00Z`, 'UTC');

function Rights({ person }: { person: AdminPersonDetails }) {
  const { delegates, actsFor } = person;
  return (
    <Part id="person-rights" title={t('people.rights')}>
      {delegates.length + actsFor.length === 0 ? (
        <p>{t('people.noRights', { name: nameOf(person) })}</p>
      ) : (
        <ul aria-labelledby="person-rights">
          {delegates.map(({ id, name, until }) => (
            <li key={`by ${id}`}>{t('people.delegate', { name, until: dayLabel(until) })}</li>
          ))}
          {actsFor.map(({ id, name, until }) => (
            <li key={`for ${id}`}>{t('people.actsFor', { name, until: dayLabel(until) })}</li>
          ))}
        </ul>
      )}
    </Part>
  );
}
