import type { Provisioning, ProvisioningError } from '@portico/contracts/admin/provisioning';
import { Banner } from '@portico/ui/Banner';
import { CopyField } from '@portico/ui/CopyField';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { showToast } from '@portico/ui/toasts';
import { useQuery } from '@tanstack/react-query';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';
import { provisioningQuery } from './admin.queries.ts';
import { momentLabel } from './adminLabels.ts';
import rows from '../../kit/list/Rows.module.css';
import styles from './Admin.module.css';

/** Whether the identity provider provisions people and groups, and what went wrong. */
export function ProvisioningScreen() {
  const { data } = useQuery(provisioningQuery());
  return (
    <>
      <p className={styles.lead}>{t('admin.provisioningLead')}</p>
      {data === undefined ? (
        <SkeletonGroup label={t('admin.loadingProvisioning')} className={styles.section}>
          <Skeleton shape="box" height="5rem" />
          <Skeleton shape="box" height="12rem" />
        </SkeletonGroup>
      ) : (
        <>
          <Setup provisioning={data} />
          <Counts provisioning={data} />
          <Errors errors={data.errors} />
        </>
      )}
    </>
  );
}

function Setup({ provisioning: { address, activeTokens } }: { provisioning: Provisioning }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      showToast(t('admin.scimAddressCopied'), { type: 'success' });
    } catch {
      showToast(t('admin.scimAddressNotCopied'), { type: 'error' });
    }
  };
  return (
    <div className={styles.form}>
      {activeTokens === 0 && <Banner tone="warning">{t('admin.noScimToken')}</Banner>}
      <CopyField
        label={t('admin.scimAddress')}
        description={t('admin.scimAddressHelp')}
        value={address}
        onCopy={() => void copy()}
      />
      <p>
        <PortalLink href="/admin/tokens">{t('admin.toTokens')}</PortalLink>
      </p>
    </div>
  );
}

function Counts({ provisioning }: { provisioning: Provisioning }) {
  const { lastCallAt, users, groups, others } = provisioning;
  const facts: Array<[string, string]> = [
    [t('admin.scimLastCall'), lastCallAt === null ? t('admin.scimNoCall') : momentLabel(lastCallAt)],
    [t('admin.scimUsers'), t('admin.scimUserCount', { count: users.active })],
    [t('admin.scimInactive'), t('admin.scimInactiveCount', { count: users.inactive })],
    [t('admin.scimGroups'), t('admin.scimGroupCount', { count: groups })],
    [t('admin.scimOthers'), t('admin.scimOtherCount', { count: others })],
  ];
  return (
    <dl className={rows.rows}>
      {facts.map(([name, value]) => (
        <div key={name} className={rows.row}>
          <dt className={rows.title}>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Errors({ errors }: { errors: ProvisioningError[] }) {
  return (
    <section aria-labelledby="scim-errors" className={styles.section}>
      <h2 id="scim-errors" className={styles.subtitle}>
        {t('admin.scimErrors')}
      </h2>
      {errors.length === 0 ? (
        <p className={styles.lead}>{t('admin.noScimErrors')}</p>
      ) : (
        <ul aria-labelledby="scim-errors" className={rows.rows}>
          {errors.map(({ id, at, call, status, scimType, detail }) => (
            <li key={id} className={rows.row}>
              <div className={rows.what}>
                <p className={rows.title}>{detail}</p>
                <p className={rows.facts}>{[status, scimType, call, momentLabel(at)].filter(Boolean).join(' · ')}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
