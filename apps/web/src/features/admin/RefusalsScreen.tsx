import { RefusalKind, type Refusal } from '@portico/contracts/admin/refusals';
import { Select } from '@portico/ui/Select';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import ShieldX from 'lucide-react/icons/shield-x';
import type { ListTexts } from '../../kit/list/ListResults.tsx';
import { RowList } from '../../kit/list/RowList.tsx';
import { t } from '../../locale/text.ts';
import { stringifySearch } from '../../routing/searchParams.ts';
import { refusalsQuery, type RefusalsQuery } from './admin.queries.ts';
import { momentLabel } from './adminLabels.ts';
import rows from '../../kit/list/Rows.module.css';
import styles from './Admin.module.css';

const texts = (): ListTexts => ({
  one: t('admin.refusal'),
  many: t('admin.refusalEntries'),
  none: t('admin.noRefusals'),
  noMatch: t('admin.noRefusalMatches'),
  advice: t('admin.noRefusalsAdvice'),
  loading: t('admin.loadingRefusals'),
  pages: t('admin.refusalPages'),
});

const kinds = RefusalKind.def.entries;

/** Rejected sign-ins and calls over a rate limit, newest first. */
export function RefusalsScreen() {
  const { kind, page: pageParam }: Record<string, unknown> = useSearch({ strict: false });
  const query: RefusalsQuery = {
    ...(typeof kind === 'string' && kind in kinds ? { kind: kind as RefusalKind } : {}),
    ...(Number(pageParam) > 1 ? { page: String(pageParam) } : {}),
  };
  const navigate = useNavigate();
  const { data: list, isPlaceholderData } = useQuery(refusalsQuery(query));
  const hrefOf = (next: RefusalsQuery) => `/admin/refusals${stringifySearch(next)}`;
  return (
    <>
      <p className={styles.lead}>{t('admin.refusalsLead')}</p>
      <div className={rows.filters}>
        <Select<RefusalKind | ''>
          label={t('admin.refusalKind')}
          value={query.kind ?? ''}
          options={[
            { value: '', label: t('admin.all') },
            ...Object.values(kinds).map((value) => ({ value, label: kindLabel(value) })),
          ]}
          onChange={(next) =>
            void navigate({
              to: hrefOf({ kind: next === '' ? undefined : next }),
              replace: true,
              resetScroll: false,
            })
          }
        />
      </div>
      <RowList<Refusal>
        texts={texts()}
        list={list}
        isStale={isPlaceholderData}
        page={Number(query.page ?? 1)}
        hrefOf={(to) => hrefOf({ ...query, page: to })}
        renderItem={(refusal) => <RefusalRow {...refusal} />}
        icon={<ShieldX />}
        onClear={() => void navigate({ to: '/admin/refusals' })}
        onFirstPage={() => void navigate({ to: hrefOf({ ...query, page: undefined }) })}
        empty={query.kind === undefined ? { title: t('admin.noRefusals') } : undefined}
      />
    </>
  );
}

function RefusalRow({ kind, since, person, addresses, counts }: Refusal) {
  const facts = [person, t('admin.refusalFrom', { count: addresses }), momentLabel(since)];
  return (
    <div className={rows.row}>
      <div className={rows.what}>
        <p className={rows.title}>{kindLabel(kind)}</p>
        <p>
          {Object.entries(counts)
            .map(([reason, count]) => t('admin.reasonCount', { reason: reasonLabel(reason), count }))
            .join(' · ')}
        </p>
        <p className={rows.facts}>{facts.filter((fact) => fact !== null).join(' · ')}</p>
      </div>
    </div>
  );
}

const kindLabel = (kind: RefusalKind): string =>
  ({ refused: t('admin.kindRefused'), limited: t('admin.kindLimited') })[kind];

function reasonLabel(reason: string): string {
  const labels: Record<string, string> = {
    person: t('admin.limiterPerson'),
    token: t('admin.limiterToken'),
    address: t('admin.limiterAddress'),
    files: t('admin.limiterFiles'),
    route: t('admin.limiterRoute'),
    signIn: t('admin.limiterSignIn'),
    forbidden: t('admin.reasonForbidden'),
    token_missing: t('admin.reasonTokenMissing'),
    token_expired: t('admin.reasonTokenExpired'),
    user_disabled: t('admin.reasonUserDisabled'),
  };
  return labels[reason] ?? t('admin.reasonToken', { code: reason });
}
