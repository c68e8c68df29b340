import type { AdminApplication } from '@portico/contracts/admin/applications';
import { applicationNames } from '@portico/contracts/applications';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import rows from '../../../kit/list/Rows.module.css';
import { PortalLink } from '../../../kit/PortalLink.tsx';
import { t } from '../../../locale/text.ts';
import styles from '../Admin.module.css';
import { rowSkeletons } from '../rowSkeletons.tsx';
import { applicationHref, noteOn } from './applicationLabels.ts';
import { applicationsQuery } from './applications.queries.ts';
import { ApplicationView } from './ApplicationView.tsx';
import { PersonView } from './PersonView.tsx';

/** The addresses of applications and who has access: all of them, one, or those of one person. */
export default function ApplicationsScreen() {
  const { application, person }: Record<string, unknown> = useSearch({ strict: false });
  const chosen = applicationNames.find((name) => name === application);
  if (typeof person === 'string') return <PersonView key={person} userId={person} />;
  return chosen ? <ApplicationView key={chosen} application={chosen} /> : <AllApplications />;
}

function AllApplications() {
  const { data } = useQuery(applicationsQuery());
  return (
    <>
      <p className={styles.lead}>{t('applications.lead')}</p>
      {!data && rowSkeletons}
      {data && (
        <ul className={rows.rows} aria-label={t('applications.all')}>
          {data.items.map((item) => (
            <li key={item.application} className={rows.row}>
              <ApplicationRow item={item} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function ApplicationRow({ item: { application, address, ownAddress, ...counts } }: { item: AdminApplication }) {
  const note = noteOn(application);
  return (
    <div className={rows.what}>
      <p className={rows.title}>
        <PortalLink href={applicationHref(application)}>{application}</PortalLink>
      </p>
      <p className={rows.facts}>
        {address === null
          ? t('applications.noAddress')
          : t(ownAddress === null ? 'applications.addressOfSetting' : 'applications.addressGiven', { address })}
      </p>
      <p className={rows.facts}>
        {[
          t('applications.withAccess', { count: counts.access }),
          counts.actionRequired > 0 && t('applications.withAction', { count: counts.actionRequired }),
          counts.none > 0 && t('applications.refused', { count: counts.none }),
          note,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  );
}
