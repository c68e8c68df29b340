import {
  RosterFilter,
  RosterSort,
  type DeskEvent,
  type getDeskEvent,
  type RosterPerson,
} from '@portico/contracts/studio/eventsDesk';
import type { CallResult } from '@portico/contracts/endpoint';
import { ActionMenu, type MenuAction } from '@portico/ui/ActionMenu';
import { Banner } from '@portico/ui/Banner';
import { Button, buttonClass } from '@portico/ui/Button';
import { classes } from '@portico/ui/classes';
import { lazyInBackground } from '@portico/ui/lazyInBackground';
import { Select } from '@portico/ui/Select';
import { Skeleton } from '@portico/ui/Skeleton';
import { usePreload } from '@portico/ui/usePreload';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import Users from 'lucide-react/icons/users';
import { Suspense, useState } from 'react';
import type { ListTexts } from '../../kit/list/ListResults.tsx';
import { ListSearch } from '../../kit/list/ListSearch.tsx';
import { RowList } from '../../kit/list/RowList.tsx';
import rows from '../../kit/list/Rows.module.css';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { withTexts } from '../../locale/loadTexts.ts';
import { t } from '../../locale/text.ts';
import { readPage } from '../../routing/listFilters.ts';
import { stringifySearch } from '../../routing/searchParams.ts';
import { StudioNav } from '../StudioNav.tsx';
import page from '../StudioPage.module.css';
import type { PlannedChange } from './ChangeDialog.tsx';
import { isFull, whenLabel } from './deskLabels.ts';
import styles from './eventsDesk.module.css';
import { deskEventQuery, rosterQuery, type RosterQuery } from './eventsDesk.queries.ts';
import { RosterRow } from './RosterRow.tsx';
import { useDuplicateEvent } from './useDuplicateEvent.ts';
import { useExport } from './useExport.ts';

const loadAdding = async () => ({ default: (await import('./AddPersonDialog.tsx')).AddPersonDialog });
const AddPersonDialog = lazyInBackground(loadAdding);
const loadChanging = async () => ({ default: (await import('./ChangeDialog.tsx')).ChangeDialog });
const ChangeDialog = lazyInBackground(loadChanging);
const loadWriting = async () => ({ default: (await import('./MessageDialog.tsx')).MessageDialog });
const MessageDialog = lazyInBackground(loadWriting);
const loadCanceling = async () => ({ default: (await import('./CancelEventDialog.tsx')).CancelEventDialog });
const CancelEventDialog = lazyInBackground(loadCanceling);
const importWatching = withTexts(['watching'], () => import('./WatchingDialog.tsx'));
const loadWatching = async () => ({ default: (await importWatching()).WatchingDialog });
const WatchingDialog = lazyInBackground(loadWatching);
const loadDialogs = () => Promise.all([loadAdding(), loadChanging(), loadWriting(), loadCanceling()]);

const listTexts = (): ListTexts => ({
  one: t('desk.personOne'),
  many: t('desk.people'),
  none: t('desk.nobody'),
  noMatch: t('desk.nobodyMatches'),
  advice: t('desk.noMatchAdvice'),
  loading: t('desk.loadingPeople'),
  pages: t('desk.peoplePages'),
});

const filters = RosterFilter.def.entries;
const sorts = RosterSort.def.entries;
const isOneOf = <Value extends string>(entries: Record<string, Value>, value: unknown): value is Value =>
  typeof value === 'string' && value in entries;

function readQuery(search: Record<string, unknown>): RosterQuery {
  const { status, text, sort } = search;
  const number = readPage(search);
  return {
    ...(isOneOf(filters, status) ? { status } : {}),
    ...(typeof text === 'string' ? { text } : {}),
    ...(isOneOf(sorts, sort) && sort !== 'Status' ? { sort } : {}),
    ...(number > 1 ? { page: String(number) } : {}),
  };
}

type Open =
  | { dialog: 'add'; person?: { id: string; name: string } }
  | { dialog: 'change'; change: PlannedChange }
  | { dialog: 'message' }
  | { dialog: 'watching' }
  | { dialog: 'cancel' };

/** The people of an event, and what its organizers can do. */
export function Page() {
  const { itemId } = useParams({ strict: false }) as { itemId: string };
  const query = readQuery(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { data: event } = useQuery(deskEventQuery(itemId));
  const { data: list, isPlaceholderData } = useQuery(rosterQuery(itemId, query));
  usePreload(loadDialogs);
  const [open, setOpen] = useState<Open>();
  const [selected, setSelected] = useState<ReadonlyMap<string, string>>(new Map());
  const path = `/studio/events/${itemId}`;
  const hrefOf = (next: Partial<Record<keyof RosterQuery, unknown>>) =>
    `${path}${stringifySearch({ ...query, page: undefined, ...next })}`;
  const change = (next: Partial<RosterQuery>) => void navigate({ to: hrefOf(next), replace: true, resetScroll: false });
  const clear = () => void navigate({ to: path });
  const select = ({ id, name }: RosterPerson, isOn: boolean) => {
    const next = new Map(selected);
    if (isOn) next.set(id, name);
    else next.delete(id);
    setSelected(next);
  };
  const plan = (person: RosterPerson, to: PlannedChange['to']) => setOpen({ dialog: 'change', change: { person, to } });
  const actionsOn = (person: RosterPerson): MenuAction[] => {
    if (!event?.isLive) return [];
    const remove = { label: t('desk.removeMenu'), onAction: () => plan(person, 'Canceled') };
    if (person.status === 'Registered')
      return [{ label: t('desk.moveMenu'), onAction: () => plan(person, 'Waiting') }, remove];
    if (person.status === 'Waiting')
      return [{ label: t('desk.promoteMenu'), onAction: () => plan(person, 'Registered') }, remove];
    const label = t(person.status === 'None' ? 'desk.addMenu' : 'desk.addAgain');
    return person.isDisabled ? [] : [{ label, onAction: () => setOpen({ dialog: 'add', person }) }];
  };
  const close = () => setOpen(undefined);
  return (
    <div className={page.page}>
      <PageHeading title={event?.header ?? t('desk.event')} />
      <StudioNav current="/studio/events" />
      {event ? (
        <>
          <Summary event={event} />
          <Tools event={event} selected={selected.size} onOpen={setOpen} />
          <StatusLinks event={event} current={query.status} hrefOf={(status) => hrefOf({ status })} />
        </>
      ) : (
        <Skeleton shape="box" height="9rem" />
      )}
      <Filters query={query} onChange={change} />
      <RowList<RosterPerson>
        texts={listTexts()}
        list={list}
        isStale={isPlaceholderData}
        page={Number(query.page ?? 1)}
        hrefOf={(to) => hrefOf({ page: to })}
        renderItem={(person) => (
          <RosterRow
            person={person}
            isSelected={selected.has(person.id)}
            onSelect={(isOn) => select(person, isOn)}
            actions={actionsOn(person)}
          />
        )}
        rowHeight="3.5rem"
        isDense
        icon={<Users />}
        onClear={clear}
        empty={
          query.status === undefined && query.text === undefined
            ? { title: t('desk.nobody'), description: t('desk.nobodyAdvice') }
            : undefined
        }
      />
      <Suspense fallback={null}>
        {event && open?.dialog === 'add' && <AddPersonDialog event={event} person={open.person} onClose={close} />}
        {event && open?.dialog === 'change' && <ChangeDialog event={event} change={open.change} onClose={close} />}
        {event && open?.dialog === 'message' && (
          <MessageDialog event={event} chosen={selected} onSent={() => setSelected(new Map())} onClose={close} />
        )}
        {event && open?.dialog === 'watching' && <WatchingDialog event={event} onClose={close} />}
        {event && open?.dialog === 'cancel' && <CancelEventDialog event={event} onClose={close} />}
      </Suspense>
    </div>
  );
}

function Summary({ event }: { event: DeskEvent }) {
  const { id, isLive, takesRegistrations, capacity, registered, asked, watching } = event;
  return (
    <div className={styles.fields}>
      <p className={rows.facts}>
        {whenLabel(event)} · <PortalLink href={`/studio/${id}`}>{t('desk.edit')}</PortalLink>
        {watching && ` · ${t('desk.watchingRule', { count: watching.minutes, checks: watching.checks })}`}
        {asked && (
          <>
            {' '}
            ·{' '}
            <PortalLink href={`/studio/confirmations/${id}`}>
              {t('desk.asked', { confirmed: asked.confirmed, total: asked.confirmed + asked.missing })}
            </PortalLink>
          </>
        )}
        {isLive && (
          <>
            {' '}
            · <PortalLink href={`/events/${id}`}>{t('desk.eventPage')}</PortalLink>
          </>
        )}
      </p>
      {!isLive && <Banner>{t('desk.notLiveNote')}</Banner>}
      {isLive && !takesRegistrations && <Banner>{t('desk.noRegistrationNote')}</Banner>}
      {capacity !== null && registered > capacity && (
        <Banner tone="warning">{t('desk.aboveNote', { number: registered, capacity })}</Banner>
      )}
    </div>
  );
}

interface ToolsProps {
  event: CallResult<typeof getDeskEvent>;
  /** The number of selected people. */
  selected: number;
  onOpen: (open: Open) => void;
}

function Tools({ event, selected, onOpen }: ToolsProps) {
  const { id, isLive, takesRegistrations, mayCancel, endDate } = event;
  const navigate = useNavigate();
  const save = useExport(event);
  const duplicate = useDuplicateEvent();
  const isOver = new Date(endDate) <= new Date();
  const more: MenuAction[] = [
    { label: t('desk.excel'), onAction: () => void save('xlsx') },
    { label: t('desk.csv'), onAction: () => void save('csv') },
    { label: t('desk.badges'), onAction: () => void navigate({ to: `/studio/events/${id}/print?sheet=badges` }) },
    { label: t('desk.signIn'), onAction: () => void navigate({ to: `/studio/events/${id}/print` }) },
    { label: t('desk.series'), onAction: () => void navigate({ to: `/studio/events/${id}/series` }) },
    ...(isLive ? [{ label: t('desk.watching'), onAction: () => onOpen({ dialog: 'watching' }) }] : []),
    { label: t('desk.duplicate'), onAction: () => void duplicate(id) },
    ...(isLive && mayCancel && !isOver
      ? [{ label: t('desk.cancelMenu'), onAction: () => onOpen({ dialog: 'cancel' }) }]
      : []),
  ];
  return (
    <div className={rows.tools}>
      {isLive && takesRegistrations && (
        <Button variant="primary" onPress={() => onOpen({ dialog: 'add' })}>
          {t('desk.addMenu')}
        </Button>
      )}
      {isLive && (
        <Button onPress={() => onOpen({ dialog: 'message' })}>
          {selected === 0 ? t('desk.message') : t('desk.messageSelected', { count: selected })}
        </Button>
      )}
      <PortalLink href={`/studio/events/${id}/check-in`} className={buttonClass({})}>
        {t('desk.checkIn')}
      </PortalLink>
      <ActionMenu label={t('desk.more')} actions={more} />
    </div>
  );
}

interface StatusLinksProps {
  event: DeskEvent;
  current: RosterQuery['status'];
  hrefOf: (status: RosterQuery['status']) => string;
}

/** The number of people in each status, as a link to them. */
function StatusLinks({ event, current, hrefOf }: StatusLinksProps) {
  const { registered, waiting, canceled, onlyWatching, attended, capacity } = event;
  const all = [
    { status: undefined, label: t('desk.all'), number: `${registered + waiting + canceled + onlyWatching}` },
    {
      status: 'Registered',
      label: t('desk.filterRegistered'),
      number: capacity === null ? `${registered}` : t('desk.numberOf', { number: registered, capacity }),
    },
    { status: 'Waiting', label: t('desk.filterWaiting'), number: `${waiting}` },
    { status: 'Canceled', label: t('desk.filterCanceled'), number: `${canceled}` },
    { status: 'Attended', label: t('desk.filterAttended'), number: `${attended}` },
  ] as const;
  return (
    <nav aria-label={t('desk.statuses')}>
      <ul className={styles.statuses}>
        {all.map(({ status, label, number }) => (
          <li key={label}>
            <PortalLink
              href={hrefOf(status)}
              className={classes(styles.status, status === 'Registered' && isFull(event) && styles.full)}
              aria-current={status === current ? 'page' : undefined}
            >
              <span className={styles.number}>{number}</span> <span>{label}</span>
            </PortalLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Filters({ query, onChange }: { query: RosterQuery; onChange: (next: Partial<RosterQuery>) => void }) {
  return (
    <div className={rows.filters}>
      <ListSearch
        label={t('desk.findPeople')}
        text={query.text ?? ''}
        onChange={({ text }) => onChange({ text: text || undefined })}
      />
      <Select<RosterSort>
        label={t('desk.sort')}
        value={query.sort ?? 'Status'}
        options={[
          { value: 'Status', label: t('desk.sortStatus') },
          { value: 'Name', label: t('desk.sortName') },
          { value: 'Date', label: t('desk.sortDate') },
        ]}
        onChange={(sort) => onChange({ sort: sort === 'Status' ? undefined : sort })}
      />
    </div>
  );
}
