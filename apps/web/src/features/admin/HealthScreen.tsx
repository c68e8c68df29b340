import type { HealthState, PartHealth, PortalProcess } from '@portico/contracts/admin/health';
import { Button } from '@portico/ui/Button';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { useQuery } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import OctagonAlert from 'lucide-react/icons/octagon-alert';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { t } from '../../locale/text.ts';
import { healthQuery } from './admin.queries.ts';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { adminPageLabel, momentLabel } from './adminLabels.ts';
import { adviceLabel, factLabel, findingLabel, pageOf, partLabel } from './healthTexts.ts';
import rows from '../../kit/list/Rows.module.css';
import styles from './Admin.module.css';

/** The state of every part of the portal, refetched every half minute. */
export function HealthScreen() {
  const { data: health, refetch, isFetching } = useQuery(healthQuery());
  if (!health)
    return (
      <SkeletonGroup label={t('admin.checkingHealth')} className={styles.section}>
        {Array.from({ length: 11 }, (_, index) => (
          <Skeleton key={index} shape="box" height="3.5rem" />
        ))}
      </SkeletonGroup>
    );
  const troubled = health.parts.filter(({ state }) => state === 'degraded' || state === 'down').length;
  const off = health.parts.filter(({ state }) => state === 'off').map(({ part }) => partLabel(part));
  return (
    <>
      <div className={rows.row}>
        <div className={rows.what}>
          <p role="status" className={rows.title}>
            {summaryLabel(troubled, off.length)}
          </p>
          {off.length > 0 && <p>{t('admin.partsOff', { parts: list.format(off) })}</p>}
          <p className={rows.facts}>{t('admin.checkedAt', { moment: momentLabel(health.checkedAt) })}</p>
        </div>
        <Button size="small" pending={isFetching} onPress={() => void refetch()}>
          {t('admin.checkAgain')}
        </Button>
      </div>
      <ul className={rows.rows} aria-label={t('admin.parts')}>
        {health.parts.map((part) => (
          <li key={part.part} className={rows.row}>
            <PartRow {...part} />
          </li>
        ))}
      </ul>
      <Processes processes={health.processes} />
    </>
  );
}

const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

function summaryLabel(troubled: number, off: number): string {
  if (troubled > 0) return t('admin.notWell', { count: troubled });
  return off > 0 ? t('admin.wellExceptOff') : t('admin.allWell');
}

function PartRow({ part, state, finding, count, seenAt, facts = [] }: PartHealth) {
  const advice = adviceLabel(finding);
  const page = pageOf({ part, finding });
  return (
    <>
      <div className={rows.what}>
        <p className={rows.title}>{partLabel(part)}</p>
        <p>{findingLabel({ finding, count })}</p>
        {advice !== undefined && <p className={rows.facts}>{advice}</p>}
        {seenAt !== null && <p className={rows.facts}>{t('admin.lastSign', { moment: momentLabel(seenAt) })}</p>}
        {facts.map((fact) => {
          const text = factLabel(fact);
          return (
            text !== undefined && (
              <p key={`${fact.fact} ${fact.of}`} className={rows.facts}>
                {text}
              </p>
            )
          );
        })}
        {page !== undefined && (
          <p className={rows.facts}>
            <PortalLink href={page}>{adminPageLabel(page)}</PortalLink>
          </p>
        )}
      </div>
      <StateLabel state={state} />
    </>
  );
}

function StateLabel({ state }: { state: HealthState }) {
  if (state === 'ok')
    return (
      <StatusLabel tone="accent" icon={<CircleCheck aria-hidden="true" />}>
        {t('admin.ok')}
      </StatusLabel>
    );
  if (state === 'off') return <StatusLabel>{t('admin.off')}</StatusLabel>;
  if (state === 'degraded')
    return (
      <StatusLabel tone="warning" icon={<TriangleAlert aria-hidden="true" />}>
        {t('admin.degraded')}
      </StatusLabel>
    );
  return (
    <StatusLabel icon={<OctagonAlert aria-hidden="true" className={styles.down} />}>
      <span className={styles.down}>{t('admin.down')}</span>
    </StatusLabel>
  );
}

function Processes({ processes }: { processes: PortalProcess[] }) {
  return (
    <section aria-labelledby="processes" className={styles.section}>
      <h2 id="processes" className={styles.subtitle}>
        {t('admin.processes')}
      </h2>
      {processes.length === 0 && <p className={styles.lead}>{t('admin.noProcesses')}</p>}
      {processes.length > 0 && (
        <ul className={rows.rows}>
          {processes.map(({ id, role, version, build, startedAt, seenAt }) => (
            <li key={id} className={rows.row}>
              <div className={rows.what}>
                <p className={rows.title}>{roleLabel(role)}</p>
                <p className={rows.facts}>{t('admin.processVersion', { version, build })}</p>
                <p className={rows.facts}>
                  {t('admin.processSince', { started: momentLabel(startedAt), seen: momentLabel(seenAt) })}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const roleLabel = (role: PortalProcess['role']): string =>
  ({ web: t('admin.roleWeb'), worker: t('admin.roleWorker'), all: t('admin.roleAll') })[role];
