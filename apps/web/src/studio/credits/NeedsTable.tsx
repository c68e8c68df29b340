import { needsExportPath, type StoredNeed } from '@portico/contracts/studio/credits';
import { topicLabel } from '@portico/kinds/credits';
import { ActionMenu } from '@portico/ui/ActionMenu';
import { Button } from '@portico/ui/Button';
import { EmptyState } from '@portico/ui/EmptyState';
import { lazyInBackground } from '@portico/ui/lazyInBackground';
import { Skeleton } from '@portico/ui/Skeleton';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Award from 'lucide-react/icons/award';
import { Suspense, useState } from 'react';
import rows from '../../kit/list/Rows.module.css';
import settings from '../../kit/SettingsPage.module.css';
import { t } from '../../locale/text.ts';
import { studioKey } from '../studio.queries.ts';
import { needsQuery } from './credits.queries.ts';
import { useCreditsExport } from './useCreditsExport.ts';
import { yearDayLabel } from './yearDayLabel.ts';

const NeedDialog = lazyInBackground(async () => ({ default: (await import('./NeedDialog.tsx')).NeedDialog }));
const ImportDialog = lazyInBackground(async () => ({ default: (await import('./ImportDialog.tsx')).ImportDialog }));
const RemoveDialog = lazyInBackground(async () => ({ default: (await import('./RemoveDialog.tsx')).RemoveDialog }));

type Open = { is: 'new' } | { is: 'import' } | { is: 'edit' | 'remove'; need: StoredNeed };

/** The firm's table of the credits that licenses and programs need, with what administrators do with it. */
export function NeedsTable() {
  const { data } = useQuery(needsQuery());
  const cache = useQueryClient();
  const save = useCreditsExport();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const refetch = () => void cache.invalidateQueries({ queryKey: studioKey });
  const exported = (format: 'csv' | 'xlsx') => void save(needsExportPath(format), `needs.${format}`);
  return (
    <section aria-labelledby="credit-needs" className={settings.section}>
      <h2 id="credit-needs">{t('credits.needsTitle')}</h2>
      <p className={settings.lead}>{t('credits.needsLead')}</p>
      {!data && <Skeleton shape="box" height="12rem" />}
      {data && !data.mayChange && <p className={rows.facts}>{t('credits.needsReadOnly')}</p>}
      {data && (
        <div className={rows.tools}>
          {data.mayChange && (
            <>
              <Button variant="primary" onPress={() => setOpen({ is: 'new' })}>
                {t('credits.needAdd')}
              </Button>
              <Button onPress={() => setOpen({ is: 'import' })}>{t('credits.import')}</Button>
            </>
          )}
          <ActionMenu
            label={t('credits.more')}
            actions={[
              { label: t('credits.excel'), onAction: () => exported('xlsx') },
              { label: t('credits.csv'), onAction: () => exported('csv') },
            ]}
          />
        </div>
      )}
      {data?.items.length === 0 && (
        <EmptyState
          headingLevel={3}
          icon={<Award />}
          title={t('credits.needsNone')}
          description={t('credits.needsNoneAdvice')}
        />
      )}
      {data && data.items.length > 0 && (
        <ul className={rows.rows} aria-label={t('credits.needsTitle')}>
          {data.items.map((stored) => (
            <li key={stored.id} className={rows.row}>
              <NeedRow
                stored={stored}
                mayChange={data.mayChange}
                onEdit={() => setOpen({ is: 'edit', need: stored })}
                onRemove={() => setOpen({ is: 'remove', need: stored })}
              />
            </li>
          ))}
        </ul>
      )}
      <Suspense fallback={null}>
        {(open?.is === 'new' || open?.is === 'edit') && (
          <NeedDialog stored={open.is === 'edit' ? open.need : undefined} onSaved={refetch} onClose={close} />
        )}
        {open?.is === 'import' && <ImportDialog onImported={refetch} onClose={close} />}
        {open?.is === 'remove' && <RemoveDialog stored={open.need} onRemoved={refetch} onClose={close} />}
      </Suspense>
    </section>
  );
}

interface NeedRowProps {
  stored: StoredNeed;
  mayChange: boolean;
  onEdit: () => void;
  onRemove: () => void;
}

function NeedRow({ stored: { need, people }, mayChange, onEdit, onRemove }: NeedRowProps) {
  const { hours, startsOn, dueOn, firstYear: first, lastYear: last, reminders } = need;
  const topic = topicLabel(need);
  return (
    <>
      <div className={rows.what}>
        <p className={rows.title}>{topic}</p>
        <p className={rows.facts}>
          {[
            t('credits.needHours', { hours, starts: yearDayLabel(startsOn), due: yearDayLabel(dueOn) }),
            last === null ? t('credits.needSince', { first }) : t('credits.needYears', { first, last }),
            t('credits.needPeople', { count: people }),
            ...(reminders === null ? [] : [t('credits.needReminds')]),
          ].join(' · ')}
        </p>
      </div>
      {mayChange && (
        <div className={rows.tools}>
          <Button size="small" aria-label={t('credits.needEditOf', { topic })} onPress={onEdit}>
            {t('credits.needEdit')}
          </Button>
          <Button size="small" aria-label={t('credits.needRemoveOf', { topic })} onPress={onRemove}>
            {t('credits.needRemove')}
          </Button>
        </div>
      )}
    </>
  );
}
