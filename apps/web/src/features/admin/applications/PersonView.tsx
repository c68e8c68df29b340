import type { PersonApplications } from '@portico/contracts/admin/applications';
import type { ApplicationName } from '@portico/contracts/applications';
import { Button } from '@portico/ui/Button';
import { Skeleton } from '@portico/ui/Skeleton';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import rows from '../../../kit/list/Rows.module.css';
import { PortalLink } from '../../../kit/PortalLink.tsx';
import { t } from '../../../locale/text.ts';
import styles from '../Admin.module.css';
import { applicationHref, levelLabel, originLabel } from './applicationLabels.ts';
import { personApplicationsQuery } from './applications.queries.ts';
import { ChangeAccessDialog } from './ChangeAccessDialog.tsx';

/** All applications of one person. */
export function PersonView({ userId }: { userId: string }) {
  const { data } = useQuery(personApplicationsQuery(userId));
  return (
    <>
      <p>
        <PortalLink href="/admin/applications">{t('applications.backToAll')}</PortalLink>
      </p>
      {data ? <Person person={data} /> : <Skeleton shape="box" height="24rem" />}
    </>
  );
}

function Person({ person: { id, name, email, isDisabled, applications } }: { person: PersonApplications }) {
  const [changed, setChanged] = useState<ApplicationName>();
  const subject = applications.find(({ application }) => application === changed);
  return (
    <>
      <div className={rows.tools}>
        <h2 className={styles.subtitle}>{name}</h2>
        {isDisabled && <StatusLabel>{t('admin.accountDisabled')}</StatusLabel>}
      </div>
      {email !== null && email !== name && <p className={styles.lead}>{email}</p>}
      <section aria-labelledby="person-applications" className={styles.section}>
        <h3 id="person-applications">{t('applications.ofPerson')}</h3>
        <ul className={rows.rows} aria-labelledby="person-applications">
          {applications.map(({ application, accessLevel, ...why }) => (
            <li key={application} className={rows.row}>
              <div className={rows.what}>
                <p className={rows.title}>
                  <PortalLink href={applicationHref(application)}>{application}</PortalLink>
                </p>
                <p className={rows.facts}>{originLabel(why)}</p>
              </div>
              <StatusLabel>{accessLevel === null ? t('applications.noLevel') : levelLabel(accessLevel)}</StatusLabel>
              <Button
                size="small"
                aria-label={t('applications.changeOf', { name: application })}
                onPress={() => setChanged(application)}
              >
                {t('applications.change')}
              </Button>
            </li>
          ))}
        </ul>
      </section>
      <p className={styles.lead}>
        {t('applications.factsLead')}{' '}
        <PortalLink href={`/admin/people?person=${id}`}>{t('applications.facts', { name })}</PortalLink>
      </p>
      {subject && (
        <ChangeAccessDialog
          application={subject.application}
          subject={{ kind: 'Person', userId: id, name, level: subject.ownLevel }}
          onClose={() => setChanged(undefined)}
        />
      )}
    </>
  );
}
