import type { Leaver, LeftItem, LeftItems } from '@portico/contracts/studio/owners';
import { Button } from '@portico/ui/Button';
import { EmptyState } from '@portico/ui/EmptyState';
import { Pagination } from '@portico/ui/Pagination';
import { Select } from '@portico/ui/Select';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import UserRoundX from 'lucide-react/icons/user-round-x';
import { useState, type ComponentProps } from 'react';
import { useReloadOn } from '../../api/useReloadOn.ts';
import rows from '../../kit/list/Rows.module.css';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';
import { stringifySearch } from '../../routing/searchParams.ts';
import { itemKindLabel } from '../kinds.ts';
import { LoadError } from '../LoadError.tsx';
import { StudioNav } from '../StudioNav.tsx';
import { HandOverDialog } from './HandOverDialog.tsx';
import { leftItemsQuery } from './owners.queries.ts';
import { dayLabel } from './reviewDay.ts';
import sections from '../Sections.module.css';
import styles from './owners.module.css';

interface Filters {
  person?: string | undefined;
  page?: string | undefined;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function readFilters({ person, page }: Record<string, unknown>): Filters {
  return {
    ...(typeof person === 'string' && UUID.test(person) ? { person } : {}),
    ...(Number.isInteger(Number(page)) && Number(page) > 1 ? { page: String(page) } : {}),
  };
}

/** What people own who left, by person, to be handed over to others. */
export function Page() {
  const filters = readFilters(useSearch({ strict: false }));
  const { data, error, refetch, isFetching } = useQuery(leftItemsQuery(filters));
  useReloadOn('studio', leftItemsQuery(filters));
  return (
    <div className={sections.page}>
      <PageHeading title={t('studio.owners')} />
      <StudioNav current="/studio/owners" />
      <p className={sections.lead}>{t('owners.lead')}</p>
      {error && !data && (
        <LoadError title={t('owners.problem')} error={error} onRetry={refetch} isRetrying={isFetching} />
      )}
      {!error && !data && (
        <SkeletonGroup label={t('owners.loading')}>
          <Skeleton shape="box" height="24rem" />
        </SkeletonGroup>
      )}
      {data && <Left filters={filters} list={data} />}
    </div>
  );
}

type Asked = Pick<ComponentProps<typeof HandOverDialog>, 'what' | 'count'>;

function Left({ filters, list }: { filters: Filters; list: LeftItems }) {
  const navigate = useNavigate();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<Asked>();
  const hrefOf = (next: Filters) => `/studio/owners${stringifySearch({ ...next })}`;
  const select = (id: string, isOn: boolean) => {
    const next = new Set(selected);
    if (isOn) next.add(id);
    else next.delete(id);
    setSelected(next);
  };
  const people = list.people.filter(({ id }) => list.items.some(({ ownerId }) => ownerId === id));
  return (
    <>
      {list.people.length > 0 && (
        <div className={rows.filters}>
          <Select
            label={t('owners.person')}
            value={filters.person ?? ''}
            options={[
              { value: '', label: t('owners.everyone', { count: list.all }) },
              ...list.people.map(({ id, name, items }) => ({
                value: id,
                label: t('owners.personOption', { name, count: items }),
              })),
            ]}
            onChange={(person) => void navigate({ to: hrefOf(person === '' ? {} : { person }), replace: true })}
          />
        </div>
      )}
      {people.length === 0 && (
        <EmptyState
          headingLevel={2}
          icon={<UserRoundX />}
          title={t('owners.none')}
          {...(list.all === 0
            ? { description: t('owners.noneHelp') }
            : { action: <PortalLink href="/studio/owners">{t('owners.showAll', { count: list.all })}</PortalLink> })}
        />
      )}
      {people.map((person) => (
        <PersonItems
          key={person.id}
          person={person}
          items={list.items.filter(({ ownerId }) => ownerId === person.id)}
          selected={selected}
          onSelect={select}
          onHandOver={() => setAsked({ what: { of: 'Person', personId: person.id }, count: person.items })}
        />
      ))}
      <Pagination
        page={list.page}
        pageCount={Math.ceil(list.total / list.pageSize)}
        label={t('owners.pages')}
        renderLink={(to, link) => (
          <PortalLink
            href={hrefOf({ ...filters, ...(to > 1 ? { page: String(to) } : { page: undefined }) })}
            {...link}
          />
        )}
      />
      {selected.size > 0 && (
        <div className={sections.selection}>
          <p role="status">{t('owners.selected', { count: selected.size })}</p>
          <Button
            size="small"
            variant="primary"
            onPress={() => setAsked({ what: { of: 'Items', itemIds: [...selected] }, count: selected.size })}
          >
            {t('owners.handOverSelected')}
          </Button>
          <Button size="small" onPress={() => setSelected(new Set())}>
            {t('owners.clear')}
          </Button>
        </div>
      )}
      {asked && <HandOverDialog {...asked} onDone={() => setSelected(new Set())} onClose={() => setAsked(undefined)} />}
    </>
  );
}

interface PersonItemsProps {
  person: Leaver;
  /** Those on this page of the list. */
  items: readonly LeftItem[];
  selected: ReadonlySet<string>;
  onSelect: (id: string, isSelected: boolean) => void;
  onHandOver: () => void;
}

function PersonItems({ person, items, selected, onSelect, onHandOver }: PersonItemsProps) {
  const { id, name, email, isDisabled, items: count } = person;
  const facts = [
    email !== name && email,
    t(isDisabled ? 'owners.disabled' : 'owners.noRole'),
    t('owners.count', { count }),
  ];
  return (
    <section className={sections.section} aria-labelledby={`left-${id}`}>
      <div className={rows.row}>
        <div className={rows.what}>
          <h2 id={`left-${id}`} className={sections.subtitle} dir="auto">
            {name}
          </h2>
          <p className={rows.facts}>{facts.filter(Boolean).join(' · ')}</p>
        </div>
        <Button onPress={onHandOver}>{t('owners.handOverAll', { count, name })}</Button>
      </div>
      <ul className={rows.rows} aria-labelledby={`left-${id}`}>
        {items.map((item) => {
          const title = item.title || t('studio.untitled');
          return (
            <li key={item.id} className={rows.row}>
              <input
                type="checkbox"
                className={styles.check}
                checked={selected.has(item.id)}
                aria-label={t('owners.select', { name: title })}
                onChange={(event) => onSelect(item.id, event.target.checked)}
              />
              <div className={rows.what}>
                <PortalLink href={`/studio/${item.id}?panel=settings`} className={rows.title}>
                  {title}
                </PortalLink>
                <p className={rows.facts}>
                  {[
                    itemKindLabel(item.kind),
                    item.reviewOn !== null && t('owners.reviewBy', { day: dayLabel(item.reviewOn) }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
