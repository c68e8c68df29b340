import {
  creditsExportPath,
  CreditState,
  type CreditShare,
  type PersonStanding,
} from '@portico/contracts/studio/credits';
import { topicLabel } from '@portico/kinds/credits';
import { ActionMenu } from '@portico/ui/ActionMenu';
import { Button } from '@portico/ui/Button';
import { lazyInBackground } from '@portico/ui/lazyInBackground';
import { Select } from '@portico/ui/Select';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import Award from 'lucide-react/icons/award';
import { Suspense, useState } from 'react';
import { dayLabel, instantLabel } from '../confirmations/confirmationLabels.ts';
import type { ListTexts } from '../../kit/list/ListResults.tsx';
import { ListSearch } from '../../kit/list/ListSearch.tsx';
import { RowList } from '../../kit/list/RowList.tsx';
import rows from '../../kit/list/Rows.module.css';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { SectionNav } from '../../kit/SectionNav.tsx';
import { t } from '../../locale/text.ts';
import { readPage } from '../../routing/listFilters.ts';
import { stringifySearch } from '../../routing/searchParams.ts';
import settings from '../../kit/SettingsPage.module.css';
import { studioKey } from '../studio.queries.ts';
import { personCreditsHref, standingsQuery, type StandingsQuery } from './credits.queries.ts';
import { useCreditsExport } from './useCreditsExport.ts';

const RemindCreditsDialog = lazyInBackground(async () => ({
  default: (await import('./RemindCreditsDialog.tsx')).RemindCreditsDialog,
}));

const PATH = '/studio/credits';

const listTexts = (): ListTexts => ({
  one: t('credits.person'),
  many: t('credits.people'),
  none: t('credits.nobody'),
  noMatch: t('credits.nobodyMatches'),
  advice: t('credits.noMatchAdvice'),
  loading: t('credits.loadingPeople'),
  pages: t('credits.pages'),
});

function readQuery(search: Record<string, unknown>): StandingsQuery {
  const state = CreditState.safeParse(search['state']).data;
  const number = readPage(search);
  const named = Object.fromEntries(
    (['text', 'needId', 'firm', 'branch', 'supervisor'] as const).flatMap((name) =>
      typeof search[name] === 'string' ? [[name, search[name]]] : [],
    ),
  );
  return { ...(state ? { state } : {}), ...named, ...(number > 1 ? { page: String(number) } : {}) };
}

/** Everyone who needs credits this year, with what is missing, filters, files and reminders. */
export function PeopleList() {
  const query = readQuery(useSearch({ strict: false }));
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { data: list, isPlaceholderData } = useQuery(standingsQuery(query));
  const [isReminding, setIsReminding] = useState(false);
  const save = useCreditsExport();
  const { page: number = '1', ...filters } = query;
  const hrefOf = (next: Partial<Record<keyof StandingsQuery, unknown>>) =>
    `${PATH}${stringifySearch({ ...filters, ...next })}`;
  const change = (next: Partial<Record<keyof StandingsQuery, unknown>>) =>
    void navigate({ to: hrefOf(next), replace: true, resetScroll: false });
  const exported = (format: 'csv' | 'xlsx') =>
    void save(creditsExportPath(format, stringifySearch(filters)), `credits.${format}`);
  const { counts } = list ?? {};
  return (
    <>
      <p className={settings.lead}>{t('credits.studioLead')}</p>
      <div className={rows.tools}>
        {list && list.reminds > 0 && (
          <Button variant="primary" onPress={() => setIsReminding(true)}>
            {t('credits.remind', { count: list.reminds })}
          </Button>
        )}
        <ActionMenu
          label={t('credits.more')}
          actions={[
            { label: t('credits.excel'), onAction: () => exported('xlsx') },
            { label: t('credits.csv'), onAction: () => exported('csv') },
          ]}
        />
      </div>
      <SectionNav
        label={t('credits.statuses')}
        current={hrefOf({})}
        pages={[
          { href: hrefOf({ state: undefined }), label: t('credits.all'), count: counts?.all },
          { href: hrefOf({ state: 'Missing' }), label: t('credits.allMissing'), count: counts?.missing },
          { href: hrefOf({ state: 'Overdue' }), label: t('credits.allOverdue'), count: counts?.overdue },
          {
            href: hrefOf({ state: 'Reached' }),
            label: t('credits.allReached'),
            count: counts && counts.all - counts.missing,
          },
        ]}
      />
      <div className={rows.filters}>
        <ListSearch
          label={t('credits.findPeople')}
          text={query.text ?? ''}
          onChange={({ text }) => change({ text: text || undefined })}
        />
        <ShareSelect
          label={t('credits.need')}
          any={t('credits.anyNeed')}
          shares={(list?.needs ?? []).map(({ id, ...share }) => ({ ...share, value: id }))}
          value={query.needId}
          onChange={(needId) => change({ needId })}
        />
        <ShareSelect
          label={t('credits.firm')}
          any={t('credits.anyFirm')}
          shares={byName(list?.firms)}
          value={query.firm}
          onChange={(firm) => change({ firm })}
        />
        <ShareSelect
          label={t('credits.branch')}
          any={t('credits.anyBranch')}
          shares={byName(list?.branches)}
          value={query.branch}
          onChange={(branch) => change({ branch })}
        />
        <ShareSelect
          label={t('credits.supervisor')}
          any={t('credits.anySupervisor')}
          shares={byName(list?.supervisors)}
          value={query.supervisor}
          onChange={(supervisor) => change({ supervisor })}
        />
      </div>
      <RowList<PersonStanding>
        texts={listTexts()}
        list={list}
        isStale={isPlaceholderData}
        page={Number(number)}
        hrefOf={(to) => hrefOf({ page: to })}
        renderItem={(standing) => <StandingRow standing={standing} />}
        rowHeight="4rem"
        isDense
        icon={<Award />}
        onClear={() => void navigate({ to: PATH })}
        empty={
          Object.keys(filters).length > 0
            ? undefined
            : { title: t('credits.nobody'), description: t('credits.nobodyAdvice') }
        }
      />
      <Suspense fallback={null}>
        {isReminding && list && (
          <RemindCreditsDialog
            people={list.reminds}
            byMail={list.remindsByMail}
            filters={filters}
            onSent={() => void cache.invalidateQueries({ queryKey: studioKey })}
            onClose={() => setIsReminding(false)}
          />
        )}
      </Suspense>
    </>
  );
}

const ANY = '*';

type Choice = CreditShare & { value: string };
const byName = (shares: CreditShare[] = []): Choice[] => shares.map((share) => ({ ...share, value: share.name ?? '' }));

interface ShareSelectProps {
  label: string;
  any: string;
  shares: Choice[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Hidden when there is nothing to choose. */
function ShareSelect({ label, any, shares, value, onChange }: ShareSelectProps) {
  if (shares.every(({ name }) => name === null)) return null;
  return (
    <Select<string>
      label={label}
      value={value ?? ANY}
      options={[
        { value: ANY, label: any },
        ...shares.map(({ value: own, name, all, missing }) => ({
          value: own,
          label: t('credits.shareOf', { name: name ?? t('credits.notStated'), missing, all }),
        })),
      ]}
      onChange={(chosen) => onChange(chosen === ANY ? undefined : chosen)}
    />
  );
}

function StandingRow({ standing }: { standing: PersonStanding }) {
  const { person, firm, branch, needed, earned, missing, startsOn, endsOn, dueDate, isOverdue, remindedAt } = standing;
  const isReached = missing === '0';
  return (
    <div className={rows.row}>
      <div className={rows.what}>
        <p className={rows.title}>
          <PortalLink href={personCreditsHref(person.id)}>{person.name}</PortalLink>
        </p>
        <p className={rows.facts}>{`${topicLabel(standing)} · ${t('credits.ofHours', { earned, needed })}`}</p>
        <p className={rows.facts}>
          {[
            t('credits.due', { due: dayLabel(dueDate), from: dayLabel(startsOn), to: dayLabel(endsOn) }),
            ...[firm, branch].filter((fact) => fact !== null),
            ...(remindedAt === null ? [] : [t('credits.reminded', { when: instantLabel(remindedAt) })]),
          ].join(' · ')}
        </p>
      </div>
      <div className={rows.labels}>
        {isOverdue && <StatusLabel tone="danger">{t('credits.overdue')}</StatusLabel>}
        <StatusLabel tone={isReached ? 'accent' : 'warning'}>
          {isReached ? t('credits.reached') : t('credits.missing', { missing })}
        </StatusLabel>
      </div>
    </div>
  );
}
