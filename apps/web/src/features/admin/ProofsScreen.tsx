import {
  proofExportPath,
  type getProofLog,
  type ProofExport,
  type ProofFilters,
} from '@portico/contracts/admin/proofs';
import { FIRST_DAY, LAST_DAY } from '@portico/contracts/days';
import type { CallResult } from '@portico/contracts/endpoint';
import { Banner } from '@portico/ui/Banner';
import { Button } from '@portico/ui/Button';
import { CopyField } from '@portico/ui/CopyField';
import { EmptyState } from '@portico/ui/EmptyState';
import { fileSizeLabel } from '@portico/ui/fileSizeLabel';
import { LinkButton } from '@portico/ui/LinkButton';
import { ProgressBar } from '@portico/ui/ProgressBar';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { showToast } from '@portico/ui/toasts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import FileCheck from 'lucide-react/icons/file-check';
import { lazy, Suspense, useState } from 'react';
import { newsDateLabel } from '../../dates/dateLabels.ts';
import rows from '../../kit/list/Rows.module.css';
import { t } from '../../locale/text.ts';
import { stringifySearch } from '../../routing/searchParams.ts';
import styles from './Admin.module.css';
import { proofEstimateQuery, proofLogQuery } from './admin.queries.ts';
import { momentLabel } from './adminLabels.ts';
import { rowSkeletons } from './rowSkeletons.tsx';

const DateRangePicker = lazy(() =>
  import('@portico/ui/DateRangePicker').then((module) => ({ default: module.DateRangePicker })),
);

type ProofLog = CallResult<typeof getProofLog>;

const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
const isId = (value: unknown): value is string => typeof value === 'string' && /^[\da-f-]{36}$/.test(value);

function readFilters({ from, until, item, person }: Record<string, unknown>): ProofFilters {
  return {
    ...(isDay(from) ? { from } : {}),
    ...(isDay(until) ? { until } : {}),
    ...(isId(item) ? { itemId: item } : {}),
    ...(isId(person) ? { userId: person } : {}),
  };
}

/** The log of proofs, and the export of receipts of a period, an item or a person. */
export function ProofsScreen() {
  const [startedId, setStartedId] = useState<string>();
  const { data } = useQuery(proofLogQuery(startedId));
  return (
    <>
      <p className={styles.lead}>{t('admin.proofsLead')}</p>
      {data === undefined ? (
        <SkeletonGroup label={t('admin.loadingProofs')} className={styles.section}>
          {rowSkeletons}
        </SkeletonGroup>
      ) : data.keys.length === 0 ? (
        <EmptyState
          headingLevel={2}
          icon={<FileCheck />}
          title={t('admin.noProofKey')}
          description={t('admin.noProofKeyAdvice', { count: data.records })}
        />
      ) : (
        <>
          <Export onStart={setStartedId} />
          <Exports exports={data.exports} />
          <Log log={data} />
        </>
      )}
    </>
  );
}

function Export({ onStart }: { onStart: (id: string) => void }) {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const filters = readFilters(search);
  const [id, setId] = useState(() => crypto.randomUUID());
  const { data, isPlaceholderData } = useQuery(proofEstimateQuery(filters));
  const { from, until, itemId, userId } = filters;
  const change = (next: Partial<Record<'from' | 'until' | 'item' | 'person', string | undefined>>) =>
    void navigate({
      to: `/admin/proofs${stringifySearch({ from, until, item: itemId, person: userId, ...next })}`,
      replace: true,
      resetScroll: false,
    });
  return (
    <section aria-labelledby="export" className={styles.section}>
      <h2 id="export" className={styles.subtitle}>
        {t('admin.exportReceipts')}
      </h2>
      <Suspense fallback={<Skeleton shape="box" width="21.65rem" height="var(--control-height)" />}>
        <DateRangePicker
          label={t('admin.proofPeriod')}
          value={from !== undefined && until !== undefined ? { from, to: until } : null}
          min={FIRST_DAY}
          max={LAST_DAY}
          onChange={(range) => change({ from: range?.from, until: range?.to })}
        />
      </Suspense>
      {itemId !== undefined && (
        <Only
          text={t('admin.onlyItem', { title: data?.item ?? t('admin.unknownItem') })}
          onClear={() => change({ item: undefined })}
        />
      )}
      {userId !== undefined && (
        <Only
          text={t('admin.onlyPerson', { name: data?.person ?? t('admin.unknownPerson') })}
          onClear={() => change({ person: undefined })}
        />
      )}
      <p role="status">
        {data === undefined || isPlaceholderData
          ? t('admin.countingProofs')
          : data.records === 0
            ? t('admin.noProofsChosen')
            : t('admin.proofsChosen', { ...counted(data.records), size: fileSizeLabel(data.bytes) })}
      </p>
      {data !== undefined && data.records > 0 && (
        <div className={rows.tools}>
          <LinkButton
            variant="primary"
            href={proofExportPath(id, stringifySearch({ ...filters }))}
            download
            onClick={() => {
              onStart(id);
              // The next press is another export.
              setTimeout(() => setId(crypto.randomUUID()));
            }}
          >
            {t('admin.downloadReceipts')}
          </LinkButton>
        </div>
      )}
      <p className={styles.help}>{t('admin.exportAudited')}</p>
    </section>
  );
}

function Only({ text, onClear }: { text: string; onClear: () => void }) {
  return (
    <div className={rows.tools}>
      <span dir="auto">{text}</span>
      <Button size="small" aria-label={t('admin.clearOnly', { text })} onPress={onClear}>
        {t('admin.clear')}
      </Button>
    </div>
  );
}

function Exports({ exports }: { exports: ProofExport[] }) {
  if (exports.length === 0) return null;
  return (
    <section aria-labelledby="exports" className={styles.section}>
      <h2 id="exports" className={styles.subtitle}>
        {t('admin.latestExports')}
      </h2>
      <ul aria-labelledby="exports" className={rows.rows}>
        {exports.map((one) => (
          <li key={one.id} className={rows.row}>
            <ExportRow one={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ExportRow({ one: { name, startedAt, filters, records, done, state } }: { one: ProofExport }) {
  const progress = t('admin.exportedOf', { done: numberLabel(done), ...counted(records) });
  return (
    <>
      <div className={rows.what}>
        <p className={rows.title}>{t('admin.exportOf', { name, moment: momentLabel(startedAt) })}</p>
        <p className={rows.facts}>{[periodLabel(filters), progress].join(' · ')}</p>
        {state === 'Running' && (
          <ProgressBar
            label={t('admin.exportProgress')}
            value={done}
            max={records}
            valueLabel={progress}
            hasVisibleText={false}
          />
        )}
      </div>
      <StatusLabel tone={state === 'Done' ? 'accent' : state === 'Running' ? 'neutral' : 'warning'}>
        {stateLabel(state)}
      </StatusLabel>
    </>
  );
}

const numberLabel = (number: number): string => number.toLocaleString('en-US');
/** A number that can be large, for a text with several forms. */
const counted = (count: number) => ({ count, number: numberLabel(count) });

const dayLabel = (day: string): string => newsDateLabel(`${day}T00:00:00Z`, 'UTC');

function periodLabel({ from, until, itemId, userId }: ProofFilters): string {
  const period =
    from !== undefined && until !== undefined
      ? t('admin.fromUntil', { from: dayLabel(from), until: dayLabel(until) })
      : t('admin.wholeLog');
  const parts = [
    ...(itemId === undefined ? [] : [t('admin.ofOneItem')]),
    ...(userId === undefined ? [] : [t('admin.ofOnePerson')]),
  ];
  return [period, ...parts].join(', ');
}

const stateLabel = (state: ProofExport['state']): string =>
  ({
    Running: t('admin.exportRunning'),
    Done: t('admin.exportDone'),
    Stopped: t('admin.exportStopped'),
    Failed: t('admin.exportFailed'),
  })[state];

async function copy(key: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(key);
    showToast(t('admin.keyCopied'), { type: 'success' });
  } catch {
    showToast(t('admin.keyNotCopied'), { type: 'error' });
  }
}

function Log({ log: { records, keys, lastCheckpoint, witness } }: { log: ProofLog }) {
  return (
    <section aria-labelledby="log" className={styles.section}>
      <h2 id="log" className={styles.subtitle}>
        {t('admin.proofLog')}
      </h2>
      <p>
        {t('admin.proofRecords', counted(records))}{' '}
        {lastCheckpoint === null
          ? t('admin.noCheckpoint')
          : t('admin.lastCheckpoint', {
              ...counted(lastCheckpoint.records),
              moment: momentLabel(lastCheckpoint.publishedAt),
            })}
      </p>
      <Witness witness={witness} />
      {keys.map((key, index) => (
        <CopyField
          key={key}
          label={index === 0 ? t('admin.proofKey') : t('admin.formerProofKey')}
          description={index === 0 ? t('admin.proofKeyHelp') : undefined}
          value={key}
          onCopy={() => void copy(key)}
        />
      ))}
    </section>
  );
}

function Witness({ witness }: { witness: ProofLog['witness'] }) {
  if (witness === null) return <p className={styles.help}>{t('admin.noWitness')}</p>;
  const { name, problem, signed } = witness;
  if (problem !== null) return <Banner tone="warning">{t('admin.witnessProblem', { name, problem })}</Banner>;
  return (
    <p>
      {signed === null
        ? t('admin.witnessWaits', { name })
        : t('admin.witnessSigned', { name, ...counted(signed.records), moment: momentLabel(signed.signedAt) })}
    </p>
  );
}
