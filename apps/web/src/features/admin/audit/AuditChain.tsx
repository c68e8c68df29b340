import type { getAuditLog } from '@portico/contracts/admin/audit';
import type { CallResult } from '@portico/contracts/endpoint';
import { Banner } from '@portico/ui/Banner';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { StatusLabel } from '@portico/ui/StatusLabel';
import rows from '../../../kit/list/Rows.module.css';
import { t } from '../../../locale/text.ts';
import styles from '../Admin.module.css';
import { momentLabel } from '../adminLabels.ts';
import { numberLabel } from './auditLabels.ts';

type AuditLog = CallResult<typeof getAuditLog>;

/** Whether the entries are those that were written, when that was verified last, and how far. */
export function AuditChain({ log }: { log: AuditLog | undefined }) {
  return (
    <section aria-labelledby="chain" className={styles.section}>
      <h2 id="chain" className={styles.subtitle}>
        {t('audit.chain')}
      </h2>
      {log ? (
        <State {...log} />
      ) : (
        <SkeletonGroup label={t('audit.loadingChain')}>
          <Skeleton shape="box" height="3rem" />
        </SkeletonGroup>
      )}
      <p className={styles.help}>{t('audit.chainHelp')}</p>
    </section>
  );
}

function State({ entries, check }: AuditLog) {
  const size = t('audit.size', { count: entries, number: numberLabel(entries) });
  if (check === null)
    return (
      <div className={rows.tools}>
        <StatusLabel>{t('audit.notVerified')}</StatusLabel>
        <p>{size}</p>
      </div>
    );
  const { checkedAt, lastId, wholeAt, brokenId } = check;
  const moment = momentLabel(checkedAt);
  if (brokenId !== null)
    return (
      <>
        <div className={rows.tools}>
          <StatusLabel tone="warning">{t('audit.broken')}</StatusLabel>
          <p>{size}</p>
        </div>
        <Banner tone="warning">{t('audit.brokenAt', { number: numberLabel(brokenId), moment })}</Banner>
      </>
    );
  return (
    <div className={rows.tools}>
      <StatusLabel tone="accent">{t('audit.holds')}</StatusLabel>
      <p>
        {size} {t('audit.verified', { number: numberLabel(lastId), moment })}{' '}
        {wholeAt !== null && t('audit.wholeVerified', { moment: momentLabel(wholeAt) })}
      </p>
    </div>
  );
}
