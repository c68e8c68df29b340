import { FIRST_DAY, LAST_DAY } from '@portico/contracts/days';
import { Button } from '@portico/ui/Button';
import { Select } from '@portico/ui/Select';
import { Skeleton } from '@portico/ui/Skeleton';
import { lazy, Suspense } from 'react';
import { ListSearch } from '../../../kit/list/ListSearch.tsx';
import rows from '../../../kit/list/Rows.module.css';
import { t } from '../../../locale/text.ts';
import type { AuditQuery } from './audit.queries.ts';
import { actionLabel, areaLabel, areaOf } from './auditLabels.ts';

const DateRangePicker = lazy(() =>
  import('@portico/ui/DateRangePicker').then((module) => ({ default: module.DateRangePicker })),
);

interface AuditFiltersProps {
  /** Without `before`. */
  query: AuditQuery;
  /** All actions in the log; empty while they load. */
  actions: string[];
  /** Of the person and the thing in the address, as far as the entries name them. */
  names: { actor: string | undefined; object: string | undefined };
  onChange: (query: AuditQuery) => void;
}

export function AuditFilters({ query, actions, names, onChange }: AuditFiltersProps) {
  const { who, actorId, action, text, objectId, from, until } = query;
  const area = action === undefined ? undefined : areaOf(action);
  // An address can name an action that the log does not have.
  const known = [...new Set(action === undefined ? actions : [...actions, action])].toSorted();
  const areas = [...new Set(known.map(areaOf))];
  const change = (next: AuditQuery) =>
    onChange(Object.fromEntries(Object.entries({ ...query, ...next }).filter(([, value]) => value !== undefined)));
  return (
    <>
      <div className={rows.filters}>
        <ListSearch
          label={t('audit.who')}
          text={who ?? ''}
          onChange={({ text: typed }) => change({ who: typed || undefined })}
        />
        <ListSearch
          label={t('audit.text')}
          text={text ?? ''}
          onChange={({ text: typed }) => change({ text: typed || undefined })}
        />
      </div>
      <div className={rows.filters}>
        <Select
          label={t('audit.kind')}
          value={area ?? ''}
          options={[
            { value: '', label: t('audit.anyKind') },
            ...areas.map((value) => ({ value, label: areaLabel(value) })),
          ]}
          onChange={(next) => change({ action: next || undefined })}
        />
        <Select
          label={t('audit.action')}
          value={action?.includes('.') ? action : ''}
          options={[
            { value: '', label: t('audit.anyAction') },
            ...known
              .filter((value) => value.includes('.') && (area === undefined || areaOf(value) === area))
              .map((value) => ({ value, label: actionLabel(value) })),
          ]}
          onChange={(next) => change({ action: next || area })}
        />
      </div>
      <Suspense fallback={<Skeleton shape="box" width="21.65rem" height="var(--control-height)" />}>
        <DateRangePicker
          label={t('audit.days')}
          value={from === undefined && until === undefined ? null : { from: from ?? FIRST_DAY, to: until ?? LAST_DAY }}
          min={FIRST_DAY}
          max={LAST_DAY}
          onChange={(range) => change({ from: range?.from, until: range?.to })}
        />
      </Suspense>
      {actorId !== undefined && (
        <Only
          text={t('audit.onlyBy', { name: names.actor ?? t('audit.oneActor') })}
          onClear={() => change({ actorId: undefined })}
        />
      )}
      {objectId !== undefined && (
        <Only
          text={t('audit.onlyAbout', { name: names.object ?? t('audit.oneObject') })}
          onClear={() => change({ objectId: undefined })}
        />
      )}
    </>
  );
}

function Only({ text, onClear }: { text: string; onClear: () => void }) {
  return (
    <div className={rows.tools}>
      <span dir="auto">{text}</span>
      <Button size="small" aria-label={t('audit.clearOnly', { text })} onPress={onClear}>
        {t('audit.clear')}
      </Button>
    </div>
  );
}
