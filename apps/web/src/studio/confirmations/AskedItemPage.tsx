import type { CallResult } from '@portico/contracts/endpoint';
import {
  askedExportPath,
  AskedState,
  type AskedPerson,
  type getAskedItem,
  type Share,
} from '@portico/contracts/studio/confirmations';
import { ActionMenu } from '@portico/ui/ActionMenu';
import { Button } from '@portico/ui/Button';
import { lazyInBackground } from '@portico/ui/lazyInBackground';
import { ProgressBar } from '@portico/ui/ProgressBar';
import { Select } from '@portico/ui/Select';
import { Skeleton } from '@portico/ui/Skeleton';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import BadgeCheck from 'lucide-react/icons/badge-check';
import { Suspense, useState } from 'react';
import type { ListTexts } from '../../kit/list/ListResults.tsx';
import { ListSearch } from '../../kit/list/ListSearch.tsx';
import { RowList } from '../../kit/list/RowList.tsx';
import rows from '../../kit/list/Rows.module.css';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { saveFile } from '../../kit/saveFile.ts';
import { SectionNav } from '../../kit/SectionNav.tsx';
import { t } from '../../locale/text.ts';
import { readPage } from '../../routing/listFilters.ts';
import { stringifySearch } from '../../routing/searchParams.ts';
import { StudioNav } from '../StudioNav.tsx';
import page from '../StudioPage.module.css';
import { dayLabel, instantLabel } from './confirmationLabels.ts';
import styles from './confirmations.module.css';
import { askedItemQuery, askedPeopleQuery, type AskedPeopleQuery } from './confirmations.queries.ts';

const RemindDialog = lazyInBackground(async () => ({ default: (await import('./RemindDialog.tsx')).RemindDialog }));

const listTexts = (): ListTexts => ({
  one: t('duties.person'),
  many: t('duties.people'),
  none: t('duties.nobody'),
  noMatch: t('duties.nobodyMatches'),
  advice: t('duties.noMatchAdvice'),
  loading: t('duties.loadingPeople'),
  pages: t('duties.peoplePages'),
});

function readQuery(search: Record<string, unknown>): AskedPeopleQuery {
  const { text, firm, branch, supervisor } = search;
  const state = AskedState.safeParse(search['state']).data;
  const number = readPage(search);
  return {
    ...(state ? { state } : {}),
    ...(typeof text === 'string' ? { text } : {}),
    ...(typeof firm === 'string' ? { firm } : {}),
    ...(typeof branch === 'string' ? { branch } : {}),
    ...(typeof supervisor === 'string' ? { supervisor } : {}),
    ...(number > 1 ? { page: String(number) } : {}),
  };
}

/** Who has confirmed an item and who is missing, with what can be done about it. */
export function Page() {
  const { itemId } = useParams({ strict: false }) as { itemId: string };
  const query = readQuery(useSearch({ strict: false }));
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { data: item } = useQuery(askedItemQuery(itemId));
  const { data: list, isPlaceholderData } = useQuery(askedPeopleQuery(itemId, query));
  const [isReminding, setIsReminding] = useState(false);
  const path = `/studio/confirmations/${itemId}`;
  const hrefOf = (next: Partial<Record<keyof AskedPeopleQuery, unknown>>) =>
    `${path}${stringifySearch({ ...query, page: undefined, ...next })}`;
  const change = (next: Partial<Record<keyof AskedPeopleQuery, unknown>>) =>
    void navigate({ to: hrefOf(next), replace: true, resetScroll: false });
  const clear = () => void navigate({ to: path });
  const isFiltered = Object.keys(query).some((name) => name !== 'page');
  return (
    <div className={page.page}>
      <PageHeading title={item?.title ?? t('duties.title')} />
      <StudioNav current="/studio/confirmations" />
      {item ? (
        <>
          <Summary item={item} />
          <Tools
            item={item}
            filters={stringifySearch({ ...query, page: undefined })}
            onRemind={() => setIsReminding(true)}
          />
          <SectionNav
            label={t('duties.statuses')}
            current={hrefOf({})}
            pages={[
              { href: hrefOf({ state: undefined }), label: t('duties.all'), count: item.people },
              { href: hrefOf({ state: 'Missing' }), label: t('duties.missing'), count: item.people - item.confirmed },
              { href: hrefOf({ state: 'Confirmed' }), label: t('duties.confirmed'), count: item.confirmed },
            ]}
          />
          <div className={rows.filters}>
            <ListSearch
              label={t('duties.findPeople')}
              text={query.text ?? ''}
              onChange={({ text }) => change({ text: text || undefined })}
            />
            <ShareSelect
              label={t('duties.firm')}
              any={t('duties.anyFirm')}
              shares={item.firms}
              value={query.firm}
              onChange={(firm) => change({ firm })}
            />
            <ShareSelect
              label={t('duties.branch')}
              any={t('duties.anyBranch')}
              shares={item.branches}
              value={query.branch}
              onChange={(branch) => change({ branch })}
            />
            <ShareSelect
              label={t('duties.supervisor')}
              any={t('duties.anySupervisor')}
              shares={item.supervisors}
              value={query.supervisor}
              onChange={(supervisor) => change({ supervisor })}
            />
          </div>
        </>
      ) : (
        <Skeleton shape="box" height="12rem" />
      )}
      <RowList<AskedPerson>
        texts={listTexts()}
        list={list}
        isStale={isPlaceholderData}
        page={Number(query.page ?? 1)}
        hrefOf={(to) => hrefOf({ page: to })}
        renderItem={(person) => <PersonRow person={person} />}
        rowHeight="3.5rem"
        isDense
        icon={<BadgeCheck />}
        onClear={clear}
        empty={isFiltered ? undefined : { title: t('duties.nobody'), description: t('duties.nobodyAdvice') }}
      />
      <Suspense fallback={null}>
        {isReminding && (
          <RemindDialog
            itemId={itemId}
            onSent={() => void cache.invalidateQueries({ queryKey: askedItemQuery(itemId).queryKey })}
            onClose={() => setIsReminding(false)}
          />
        )}
      </Suspense>
    </div>
  );
}

type Item = CallResult<typeof getAskedItem>;

function Summary({ item }: { item: Item }) {
  const { id, path, mayEdit, statement, dueDate, isAsked, people, confirmed, round, reason, openedAt, lastReminder } =
    item;
  const share = t('duties.share', { confirmed, people });
  return (
    <div className={styles.summary}>
      <p className={styles.statement} dir="auto">
        “{statement}”
      </p>
      {people > 0 && <ProgressBar label={t('duties.title')} value={confirmed} max={people} valueLabel={share} />}
      <p className={rows.facts}>
        {[
          ...(isAsked ? [t('duties.dueOn', { day: dayLabel(dueDate) })] : [t('duties.ended')]),
          round > 1
            ? t('duties.round', { count: round, reason: reason ?? '' })
            : t('duties.since', { when: instantLabel(openedAt) }),
          ...(lastReminder
            ? [t('duties.lastReminder', { when: instantLabel(lastReminder.sentAt), count: lastReminder.people })]
            : []),
        ].join(' · ')}{' '}
        {mayEdit && (
          <>
            · <PortalLink href={`/studio/${id}`}>{t('duties.edit')}</PortalLink>
          </>
        )}
        {path !== null && (
          <>
            {' '}
            · <PortalLink href={path}>{t('duties.readersPage')}</PortalLink>
          </>
        )}
      </p>
    </div>
  );
}

/** The filters of the list also apply to what is downloaded. */
function Tools({ item, filters, onRemind }: { item: Item; filters: string; onRemind: () => void }) {
  const [isRunning, setIsRunning] = useState(false);
  const save = async (format: 'csv' | 'xlsx') => {
    if (isRunning) return;
    setIsRunning(true);
    await saveFile(askedExportPath(item.id, format, filters), {
      name: `confirmations.${format}`,
      texts: {
        signIn: t('duties.exportSignIn'),
        failed: t('duties.exportFailed'),
        timeout: t('duties.exportTimeout'),
        unreachable: t('duties.exportUnreachable'),
      },
      savedLabel: (name) => t('duties.exported', { name }),
    });
    setIsRunning(false);
  };
  return (
    <div className={rows.tools}>
      {item.isAsked && item.confirmed < item.people && (
        <Button variant="primary" onPress={onRemind}>
          {t('duties.remind')}
        </Button>
      )}
      <ActionMenu
        label={t('duties.more')}
        actions={[
          { label: t('duties.excel'), onAction: () => void save('xlsx') },
          { label: t('duties.csv'), onAction: () => void save('csv') },
        ]}
      />
      {item.exportsReceipts && (
        <PortalLink href={`/admin/proofs?item=${item.id}`}>{t('duties.exportReceipts')}</PortalLink>
      )}
    </div>
  );
}

const ANY = '*';

interface ShareSelectProps {
  label: string;
  any: string;
  shares: Share[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Chooses a firm, branch or supervisor by its name and numbers. Hidden when there is nothing to choose. */
function ShareSelect({ label, any, shares, value, onChange }: ShareSelectProps) {
  if (shares.every(({ name }) => name === null)) return null;
  return (
    <Select<string>
      label={label}
      value={value ?? ANY}
      options={[
        { value: ANY, label: any },
        ...shares.map(({ name, people, confirmed }) => ({
          value: name ?? '',
          label: t('duties.shareOf', { name: name ?? t('duties.notStated'), people, confirmed }),
        })),
      ]}
      onChange={(chosen) => onChange(chosen === ANY ? undefined : chosen)}
    />
  );
}

function PersonRow({ person }: { person: AskedPerson }) {
  const { name, email, firm, branch, state, since, confirmedAt, confirmedBy, revision } = person;
  return (
    <div className={rows.row}>
      <div className={rows.what}>
        <p className={rows.title}>{name}</p>
        <p className={rows.facts}>
          {[
            ...[email, firm, branch].filter((fact) => fact !== null && fact !== name),
            state === 'Confirmed'
              ? t('duties.confirmedVersion', { when: instantLabel(confirmedAt!), number: revision! })
              : t('duties.missingSince', { when: instantLabel(since!) }),
            ...(confirmedBy === undefined ? [] : [t('duties.confirmedByDelegate', { name: confirmedBy })]),
          ].join(' · ')}
        </p>
      </div>
      <StatusLabel tone={state === 'Confirmed' ? 'accent' : 'warning'}>
        {t(state === 'Confirmed' ? 'duties.confirmed' : 'duties.missing')}
      </StatusLabel>
    </div>
  );
}
