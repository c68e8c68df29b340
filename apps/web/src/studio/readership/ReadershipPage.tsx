import { InsightPeriod } from '@portico/contracts/studio/insights';
import {
  readershipExportPath,
  ReadershipKind,
  ReadershipSort,
  type ReadershipItem,
} from '@portico/contracts/studio/readership';
import { Select } from '@portico/ui/Select';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import ChartColumn from 'lucide-react/icons/chart-column';
import { newsDateLabel } from '../../dates/dateLabels.ts';
import type { ListTexts } from '../../kit/list/ListResults.tsx';
import { ListSearch } from '../../kit/list/ListSearch.tsx';
import { RowList } from '../../kit/list/RowList.tsx';
import rows from '../../kit/list/Rows.module.css';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';
import { readPage } from '../../routing/listFilters.ts';
import { stringifySearch } from '../../routing/searchParams.ts';
import { itemKindLabel } from '../kinds.ts';
import studioPage from '../StudioPage.module.css';
import page from '../Sections.module.css';
import { StudioNav } from '../StudioNav.tsx';
import { readershipListQuery, type ReadershipQuery } from './readership.queries.ts';
import { ReadershipFacts } from './ReadershipFacts.tsx';
import { ExportMenu, PeriodSelect } from './ReadershipTools.tsx';

const PATH = '/studio/readership';
const ANY = '*';

const listTexts = (): ListTexts => ({
  one: t('readership.item'),
  many: t('readership.items'),
  none: t('readership.none'),
  noMatch: t('readership.noMatch'),
  advice: t('readership.noMatchAdvice'),
  loading: t('readership.loading'),
  pages: t('readership.pages'),
});

/** What is in the address; unknown values are ignored. */
function readQuery(search: Record<string, unknown>): ReadershipQuery {
  const { text } = search;
  const kind = ReadershipKind.safeParse(search['kind']).data;
  const number = readPage(search);
  return {
    days: InsightPeriod.safeParse(String(search['days'])).data ?? '30',
    sort: ReadershipSort.safeParse(search['sort']).data ?? 'Readers',
    ...(kind ? { kind } : {}),
    ...(typeof text === 'string' || typeof text === 'number' ? { text: String(text) } : {}),
    ...(number > 1 ? { page: String(number) } : {}),
  };
}

/** How many people read the published items that the person may edit. */
export function Page() {
  const query = readQuery(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { data: list, isPlaceholderData } = useQuery(readershipListQuery(query));
  const filters = { ...query, page: undefined };
  const hrefOf = (next: Partial<ReadershipQuery>) => `${PATH}${stringifySearch({ ...filters, ...next })}`;
  const change = (next: Partial<ReadershipQuery>) =>
    void navigate({ to: hrefOf(next), replace: true, resetScroll: false });
  return (
    <div className={page.page}>
      <PageHeading title={t('studio.readership')} />
      <StudioNav current={PATH} />
      <div className={studioPage.head}>
        <p className={page.lead}>{t('readership.lead')}</p>
        <ExportMenu pathOf={(format) => readershipExportPath(format, stringifySearch(filters))} />
      </div>
      <div className={rows.filters}>
        <ListSearch
          label={t('readership.find')}
          text={query.text ?? ''}
          onChange={({ text }) => change({ text: text || undefined })}
        />
        <PeriodSelect value={query.days} onChange={(days) => change({ days })} />
        <Select<ReadershipKind | typeof ANY>
          label={t('readership.kind')}
          value={query.kind ?? ANY}
          onChange={(kind) => change({ kind: kind === ANY ? undefined : kind })}
          options={[
            { value: ANY, label: t('readership.anyKind') },
            ...ReadershipKind.options.map((kind) => ({ value: kind, label: itemKindLabel(kind) })),
          ]}
        />
        <Select<ReadershipSort>
          label={t('readership.sort')}
          value={query.sort ?? 'Readers'}
          onChange={(sort) => change({ sort })}
          options={[
            { value: 'Readers', label: t('readership.byReaders') },
            { value: 'Share', label: t('readership.byShare') },
            { value: 'Newest', label: t('readership.byNewest') },
            { value: 'Title', label: t('readership.byTitle') },
          ]}
        />
      </div>
      <RowList<ReadershipItem>
        texts={listTexts()}
        list={list}
        isStale={isPlaceholderData}
        page={Number(query.page ?? 1)}
        hrefOf={(to) => hrefOf({ page: to })}
        renderItem={(item) => (
          <ItemRow item={item} href={`${PATH}/${item.id}${stringifySearch({ days: query.days })}`} />
        )}
        isDense
        icon={<ChartColumn />}
        onClear={() => void navigate({ to: PATH })}
        empty={
          query.text === undefined && query.kind === undefined
            ? { title: t('readership.none'), description: t('readership.noneAdvice') }
            : undefined
        }
      />
    </div>
  );
}

function ItemRow({ item, href }: { item: ReadershipItem; href: string }) {
  const { title, kind, publishedAt, audience } = item;
  return (
    <div className={rows.row}>
      <div className={rows.what}>
        <PortalLink href={href} className={rows.title}>
          {title}
        </PortalLink>
        <p className={rows.facts}>
          {[
            t('readership.facts', { kind: itemKindLabel(kind), day: newsDateLabel(publishedAt) }),
            audience !== null && t('readership.forPeople', { count: audience.toLocaleString('en-US') }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <ReadershipFacts item={item} />
      </div>
    </div>
  );
}
