import type { StudioKind } from '@portico/contracts/studio/draft';
import { StudioKind as Kinds } from '@portico/contracts/studio/draft';
import { ENDING_DAYS, StudioGroup, StudioState, type StudioListItem } from '@portico/contracts/studio/studio';
import type { MenuAction } from '@portico/ui/ActionMenu';
import { EmptyState } from '@portico/ui/EmptyState';
import { lazyInBackground } from '@portico/ui/lazyInBackground';
import { usePreload } from '@portico/ui/usePreload';
import { Select } from '@portico/ui/Select';
import { Skeleton } from '@portico/ui/Skeleton';
import { Switch } from '@portico/ui/Switch';
import { classes } from '@portico/ui/classes';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import PenLine from 'lucide-react/icons/pen-line';
import { Suspense, useState } from 'react';
import { t } from '../../locale/text.ts';
import { ListResults, type ListTexts } from '../../kit/list/ListResults.tsx';
import { ListSearch } from '../../kit/list/ListSearch.tsx';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { stringifySearch } from '../../routing/searchParams.ts';
import { itemMenu } from '../archiving/itemMenu.ts';
import { useRestore } from '../archiving/useRestore.ts';
import { itemKindLabel, stateLabel } from '../kinds.ts';
import { accessQuery, studioItemsQuery, type StudioListQuery } from '../studio.queries.ts';
import { NewItemMenu } from './NewItemMenu.tsx';
import { SelectionBar } from '../releases/SelectionBar.tsx';
import { useDuplicate } from '../starting/useDuplicate.ts';
import { StudioNav } from '../StudioNav.tsx';
import { StudioRow } from './StudioRow.tsx';
import rows from '../../kit/list/Rows.module.css';
import styles from '../StudioPage.module.css';

const loadAdding = async () => ({ default: (await import('../releases/AddToReleaseDialog.tsx')).AddToReleaseDialog });
const AddToReleaseDialog = lazyInBackground(loadAdding);
const loadArchiving = async () => ({ default: (await import('../archiving/ArchiveDialog.tsx')).ArchiveDialog });
const ArchiveDialog = lazyInBackground(loadArchiving);
const loadDeleting = async () => ({ default: (await import('../retention/DeleteDialog.tsx')).DeleteDialog });
const DeleteDialog = lazyInBackground(loadDeleting);
const loadDialogs = () => Promise.all([loadAdding(), loadArchiving(), loadDeleting()]);

const listTexts = (): ListTexts => ({
  one: t('studio.item'),
  many: t('studio.items'),
  none: t('studio.noItems'),
  noMatch: t('studio.noMatch'),
  advice: t('studio.noMatchAdvice'),
  loading: t('studio.loadingItems'),
  pages: t('studio.itemPages'),
});
const skeleton = Array.from({ length: 8 }, (_, index) => <Skeleton key={index} shape="box" height="3.5rem" />);

const kinds = Kinds.def.entries;
const states = StudioState.def.entries;
const groups = StudioGroup.def.entries;
const isOneOf = <Value extends string>(entries: Record<string, Value>, value: unknown): value is Value =>
  typeof value === 'string' && value in entries;

function readQuery(search: Record<string, unknown>): StudioListQuery {
  const { kind, state, changed, show, text, sort, page } = search;
  return {
    ...(isOneOf(kinds, kind) ? { kind } : {}),
    ...(isOneOf(states, state) ? { state } : {}),
    ...(isOneOf(groups, show) ? { show } : {}),
    ...(changed === 'true' || changed === true ? { changed: 'true' as const } : {}),
    ...(typeof text === 'string' || typeof text === 'number' ? { text: String(text) } : {}),
    ...(sort === 'Title' || sort === 'Published' ? { sort } : {}),
    ...(Number(page) > 1 ? { page: String(page) } : {}),
  };
}

/** All items that editors write, most recently changed first. */
export function Page() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const query = readQuery(search);
  const navigate = useNavigate();
  const { data: list, isPlaceholderData } = useQuery(studioItemsQuery(query));
  const { data: access, isPending: isAccessPending } = useQuery({ ...accessQuery(), throwOnError: false });
  const page = Number(query.page ?? 1);
  const change = (next: Partial<StudioListQuery>) => {
    const filters = { ...query, ...next, page: undefined };
    void navigate({ to: `/studio${stringifySearch(filters)}`, replace: true, resetScroll: false });
  };
  const [selected, setSelected] = useState<ReadonlyMap<string, StudioListItem>>(new Map());
  const select = (item: StudioListItem, isOn: boolean) => {
    const next = new Map(selected);
    if (isOn) next.set(item.id, item);
    else next.delete(item.id);
    setSelected(next);
  };
  /** An item as last listed, because its version changes. */
  const latest = (item: StudioListItem) => list?.items.find(({ id }) => id === item.id) ?? item;
  const selection = [...selected.values()].map(latest);
  const archivable = selection.filter(({ allowed }) => allowed.includes('archive'));
  const clear = () => void navigate({ to: '/studio' });
  const duplicate = useDuplicate();
  const restore = useRestore();
  usePreload(loadDialogs);
  const [adding, setAdding] = useState<readonly string[]>([]);
  const [archiving, setArchiving] = useState<{ items: readonly StudioListItem[]; skipped: number }>();
  const [deleting, setDeleting] = useState<StudioListItem>();
  const actionsOn = (item: StudioListItem): MenuAction[] =>
    itemMenu(item, {
      onDuplicate: () => duplicate(item),
      onArchive: () => setArchiving({ items: [item], skipped: 0 }),
      onRestore: () => void restore([item]),
      onDelete: () => setDeleting(item),
      onAddToRelease: access?.mayRelease ? () => setAdding([item.id]) : undefined,
    });
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <PageHeading title={t('studio.studio')} />
        {access?.mayCreate && <NewItemMenu requestedKind={isOneOf(kinds, search['new']) ? search['new'] : undefined} />}
      </div>
      <StudioNav current={query.kind === 'home' ? '/studio?kind=home' : '/studio'} />
      <Filters query={query} onChange={change} />
      <ListResults<StudioListItem>
        texts={listTexts()}
        // Access decides whether rows have checkboxes, so wait for it to avoid a layout shift.
        list={isAccessPending ? undefined : list}
        isStale={isPlaceholderData}
        page={page}
        pageSize={list?.pageSize ?? 1}
        hrefOf={(to) => `/studio${stringifySearch({ ...query, page: to > 1 ? to : undefined })}`}
        renderItem={(item) => (
          <StudioRow
            item={item}
            isSelected={selected.has(item.id)}
            onSelect={access?.mayRelease ? (isOn) => select(item, isOn) : undefined}
            actions={actionsOn(item)}
          />
        )}
        skeleton={skeleton}
        icon={<PenLine />}
        onClear={clear}
        onFirstPage={clear}
        hasStickyPages={false}
        className={classes(rows.rows, styles.list)}
        {...(Object.keys(query).length === 0
          ? {
              nothing: (
                <EmptyState
                  headingLevel={2}
                  icon={<PenLine />}
                  title={t('studio.noItems')}
                  description={t('studio.writeFirst')}
                />
              ),
            }
          : {})}
      />
      <SelectionBar
        count={selected.size}
        onAdd={() => setAdding([...selected.keys()])}
        onArchive={
          archivable.length > 0
            ? () => setArchiving({ items: archivable, skipped: selection.length - archivable.length })
            : undefined
        }
        onClear={() => setSelected(new Map())}
      />
      {adding.length > 0 && (
        <Suspense fallback={null}>
          <AddToReleaseDialog
            itemIds={adding}
            onClose={() => setAdding([])}
            onAdded={() => {
              setSelected(new Map([...selected].filter(([id]) => !adding.includes(id))));
              setAdding([]);
            }}
          />
        </Suspense>
      )}
      <Suspense fallback={null}>
        {archiving && (
          <ArchiveDialog
            items={archiving.items.map(latest)}
            skipped={archiving.skipped}
            onChanged={({ id }) => setSelected((all) => new Map([...all].filter(([each]) => each !== id)))}
            onClose={() => setArchiving(undefined)}
          />
        )}
        {deleting && (
          <DeleteDialog
            item={latest(deleting)}
            onDeleted={() => setDeleting(undefined)}
            onClose={() => setDeleting(undefined)}
          />
        )}
      </Suspense>
    </div>
  );
}

const groupLabel = (group: StudioGroup): string =>
  ({
    Mine: t('studio.showMine'),
    MyReviews: t('studio.showMyReviews'),
    Scheduled: t('studio.showScheduled'),
    Ending: t('studio.showEnding', { days: ENDING_DAYS }),
    Reviews: t('studio.showReviews'),
    BrokenLinks: t('studio.showBrokenLinks'),
  })[group];

interface FiltersProps {
  query: StudioListQuery;
  onChange: (next: Partial<StudioListQuery>) => void;
}

function Filters({ query, onChange }: FiltersProps) {
  const all = { value: '', label: t('studio.all') } as const;
  return (
    <div className={classes(rows.filters, styles.filters)}>
      <ListSearch
        label={t('studio.findInTitles')}
        text={query.text ?? ''}
        onChange={({ text }) => onChange({ text: text || undefined })}
      />
      <Select<StudioKind | ''>
        label={t('studio.kind')}
        value={query.kind ?? ''}
        options={[all, ...Object.values(kinds).map((value) => ({ value, label: itemKindLabel(value) }))]}
        onChange={(kind) => onChange({ kind: kind === '' ? undefined : kind })}
      />
      <Select<StudioState | ''>
        label={t('studio.state')}
        value={query.state ?? ''}
        options={[all, ...Object.values(states).map((value) => ({ value, label: stateLabel(value) }))]}
        onChange={(state) => onChange({ state: state === '' ? undefined : state })}
      />
      <Select<StudioGroup | ''>
        label={t('studio.show')}
        value={query.show ?? ''}
        options={[all, ...Object.values(groups).map((value) => ({ value, label: groupLabel(value) }))]}
        onChange={(show) => onChange({ show: show === '' ? undefined : show })}
      />
      <Select<'Updated' | 'Title' | 'Published'>
        label={t('studio.sort')}
        value={query.sort ?? 'Updated'}
        options={[
          { value: 'Updated', label: t('studio.sortUpdated') },
          { value: 'Title', label: t('studio.sortTitle') },
          { value: 'Published', label: t('studio.sortPublished') },
        ]}
        onChange={(sort) => onChange({ sort: sort === 'Updated' ? undefined : sort })}
      />
      <Switch
        isSelected={query.changed === 'true'}
        onChange={(isOn) => onChange({ changed: isOn ? 'true' : undefined })}
      >
        {t('studio.onlyChanged')}
      </Switch>
    </div>
  );
}
