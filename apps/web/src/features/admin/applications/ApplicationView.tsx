import { changeApplication, MAX_LAUNCH_ADDRESS, type ApplicationDetail } from '@portico/contracts/admin/applications';
import type { ApplicationName } from '@portico/contracts/applications';
import { Button } from '@portico/ui/Button';
import { Skeleton } from '@portico/ui/Skeleton';
import { TextField } from '@portico/ui/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import rows from '../../../kit/list/Rows.module.css';
import { PortalLink } from '../../../kit/PortalLink.tsx';
import { t } from '../../../locale/text.ts';
import styles from '../Admin.module.css';
import { useAdminAction } from '../useAdminAction.ts';
import { ApplicationHistory } from './ApplicationHistory.tsx';
import { groupLabel, levelLabel, noteOn } from './applicationLabels.ts';
import { ApplicationPeople } from './ApplicationPeople.tsx';
import { applicationQuery } from './applications.queries.ts';
import { ChangeAccessDialog, type AccessSubject } from './ChangeAccessDialog.tsx';

/** One application: its address, its groups, its people and what was changed. */
export function ApplicationView({ application }: { application: ApplicationName }) {
  const { data } = useQuery(applicationQuery(application));
  const note = noteOn(application);
  return (
    <>
      <p>
        <PortalLink href="/admin/applications">{t('applications.backToAll')}</PortalLink>
      </p>
      <h2 className={styles.subtitle}>{application}</h2>
      {note !== undefined && <p className={styles.lead}>{note}</p>}
      {data ? (
        <>
          <Address detail={data} />
          <Groups detail={data} />
          <ApplicationPeople application={application} />
          <ApplicationHistory detail={data} />
        </>
      ) : (
        <Skeleton shape="box" height="24rem" />
      )}
    </>
  );
}

function Address({ detail: { application, ownAddress, settingAddress } }: { detail: ApplicationDetail }) {
  const act = useAdminAction();
  // Undefined until something is typed, so that a refusal keeps it and a newer address shows otherwise.
  const [typed, setTyped] = useState<string>();
  const [pending, setPending] = useState(false);
  const value = typed ?? ownAddress ?? '';
  const save = async (to: string | null) => {
    setPending(true);
    const body = { kind: 'Address' as const, from: ownAddress, to };
    if (await act(() => call(changeApplication, { params: { application }, body }), t('applications.addressSaved')))
      setTyped(undefined);
    setPending(false);
  };
  const next = value.trim() || null;
  return (
    <section aria-labelledby="application-address" className={styles.section}>
      <h3 id="application-address">{t('applications.address')}</h3>
      <p className={styles.lead}>
        {settingAddress === null
          ? t('applications.noSetting')
          : t('applications.settingSays', { address: settingAddress })}
      </p>
      <form
        className={styles.form}
        aria-labelledby="application-address"
        onSubmit={(event) => {
          event.preventDefault();
          if (next !== ownAddress) void save(next);
        }}
      >
        <TextField
          label={t('applications.ownAddress')}
          help={t('applications.addressHelp')}
          value={value}
          maxLength={MAX_LAUNCH_ADDRESS}
          onChange={setTyped}
        />
        <div className={rows.tools}>
          <Button type="submit" variant="primary" pending={pending} isDisabled={next === ownAddress}>
            {t('applications.saveAddress')}
          </Button>
          {ownAddress !== null && (
            <Button onPress={() => void save(null)}>
              {t(settingAddress === null ? 'applications.removeAddress' : 'applications.useSetting')}
            </Button>
          )}
        </div>
      </form>
    </section>
  );
}

function Groups({ detail: { application, groups } }: { detail: ApplicationDetail }) {
  const [subject, setSubject] = useState<AccessSubject>();
  return (
    <section aria-labelledby="application-groups" className={styles.section}>
      <h3 id="application-groups">{t('applications.groups')}</h3>
      <p className={styles.lead}>{t('applications.groupsLead')}</p>
      {groups.length === 0 && <p className={rows.facts}>{t('applications.noGroups')}</p>}
      {groups.length > 0 && (
        <ul className={rows.rows} aria-labelledby="application-groups">
          {groups.map(({ fact, accessLevel, people }) => (
            <li key={fact} className={rows.row}>
              <div className={rows.what}>
                <p className={rows.title}>{groupLabel(fact)}</p>
                <p className={rows.facts}>
                  {levelLabel(accessLevel)} · {t('applications.people', { count: people })}
                </p>
              </div>
              <Button
                size="small"
                aria-label={t('applications.changeOf', { name: groupLabel(fact) })}
                onPress={() => setSubject({ kind: 'Group', fact, level: accessLevel })}
              >
                {t('applications.change')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={rows.tools}>
        <Button onPress={() => setSubject({ kind: 'NewGroup', taken: groups.map(({ fact }) => fact) })}>
          {t('applications.addGroup')}
        </Button>
      </div>
      {subject && (
        <ChangeAccessDialog application={application} subject={subject} onClose={() => setSubject(undefined)} />
      )}
    </section>
  );
}
