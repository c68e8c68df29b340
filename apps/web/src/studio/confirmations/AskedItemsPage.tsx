import type { AskedItem } from '@portico/contracts/studio/confirmations';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import BadgeCheck from 'lucide-react/icons/badge-check';
import type { ListTexts } from '../../kit/list/ListResults.tsx';
import { ListSearch } from '../../kit/list/ListSearch.tsx';
import { RowList } from '../../kit/list/RowList.tsx';
import rows from '../../kit/list/Rows.module.css';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';
import { readPage } from '../../routing/listFilters.ts';
import { stringifySearch } from '../../routing/searchParams.ts';
import { StudioNav } from '../StudioNav.tsx';
import page from '../StudioPage.module.css';
import { askedItemsQuery, type AskedItemsQuery } from './confirmations.queries.ts';
import { dayLabel } from './confirmationLabels.ts';

const listTexts = (): ListTexts => ({
  one: t('duties.item'),
  many: t('duties.items'),
  none: t('duties.noItems'),
  noMatch: t('duties.noItemMatches'),
  advice: t('duties.noMatchAdvice'),
  loading: t('duties.loadingItems'),
  pages: t('duties.itemPages'),
});

function readQuery(search: Record<string, unknown>): AskedItemsQuery {
  const number = readPage(search);
  return {
    ...(typeof search['text'] === 'string' ? { text: search['text'] } : {}),
    ...(number > 1 ? { page: String(number) } : {}),
  };
}

/** The items that ask for a confirmation, with how many people have given it. */
export function Page() {
  const query = readQuery(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { data: list, isPlaceholderData } = useQuery(askedItemsQuery(query));
  const clear = () => void navigate({ to: '/studio/confirmations' });
  return (
    <div className={page.page}>
      <PageHeading title={t('duties.title')} />
      <StudioNav current="/studio/confirmations" />
      <div className={rows.filters}>
        <ListSearch
          label={t('duties.find')}
          text={query.text ?? ''}
          onChange={({ text }) =>
            void navigate({
              to: `/studio/confirmations${stringifySearch({ text: text || undefined })}`,
              replace: true,
              resetScroll: false,
            })
          }
        />
      </div>
      <RowList<AskedItem>
        texts={listTexts()}
        list={list}
        isStale={isPlaceholderData}
        page={Number(query.page ?? 1)}
        hrefOf={(to) => `/studio/confirmations${stringifySearch({ ...query, page: to })}`}
        renderItem={(item) => <ItemRow item={item} />}
        isDense
        icon={<BadgeCheck />}
        onClear={clear}
        empty={
          query.text === undefined ? { title: t('duties.noItems'), description: t('duties.noItemsAdvice') } : undefined
        }
      />
    </div>
  );
}

function ItemRow({ item }: { item: AskedItem }) {
  const { id, title, dueDate, isOverdue, isAsked, people, confirmed } = item;
  return (
    <div className={rows.row}>
      <div className={rows.what}>
        <PortalLink href={`/studio/confirmations/${id}`} className={rows.title}>
          {title}
        </PortalLink>
        <p className={rows.facts}>{t('duties.dueOn', { day: dayLabel(dueDate) })}</p>
      </div>
      <div className={rows.labels}>
        {!isAsked && <StatusLabel>{t('duties.ended')}</StatusLabel>}
        {isOverdue && confirmed < people && <StatusLabel tone="danger">{t('duties.isOverdue')}</StatusLabel>}
        <StatusLabel tone={confirmed === people ? 'accent' : 'neutral'}>
          {t('duties.share', { confirmed, people })}
        </StatusLabel>
      </div>
    </div>
  );
}
