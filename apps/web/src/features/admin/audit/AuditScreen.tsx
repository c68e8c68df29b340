import { auditExportPath, MAX_AUDIT_MATCHES, type listAuditEntries } from '@portico/contracts/admin/audit';
import type { CallResult } from '@portico/contracts/endpoint';
import { Banner } from '@portico/ui/Banner';
import { Button } from '@portico/ui/Button';
import { EmptyState } from '@portico/ui/EmptyState';
import { LinkButton } from '@portico/ui/LinkButton';
import { SkeletonGroup } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import ScrollText from 'lucide-react/icons/scroll-text';
import rows from '../../../kit/list/Rows.module.css';
import { PortalLink } from '../../../kit/PortalLink.tsx';
import { t } from '../../../locale/text.ts';
import { stringifySearch } from '../../../routing/searchParams.ts';
import styles from '../Admin.module.css';
import { rowSkeletons } from '../rowSkeletons.tsx';
import { auditEntriesQuery, auditLogQuery, type AuditQuery } from './audit.queries.ts';
import { AuditChain } from './AuditChain.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { numberLabel, objectLabel } from './auditLabels.ts';
import { AuditRow } from './AuditRow.tsx';
import { auditHref, readAuditQuery } from './auditSearch.ts';

/** The audit log: filters, entries page by page, their export, and the state of the chain. */
export default function AuditScreen() {
  const query = readAuditQuery(useSearch({ strict: false }));
  const filters: AuditQuery = { ...query, before: undefined };
  const navigate = useNavigate();
  const { data: log } = useQuery(auditLogQuery());
  const { data: list, isPlaceholderData } = useQuery(auditEntriesQuery(query));
  const show = (next: AuditQuery) => void navigate({ to: auditHref(next), replace: true, resetScroll: false });
  return (
    <>
      <p className={styles.lead}>{t('audit.lead')}</p>
      <AuditFilters query={filters} actions={log?.actions ?? []} names={namesIn(list, filters)} onChange={show} />
      <Export filters={filters} />
      <section aria-labelledby="entries" className={styles.section}>
        <h2 id="entries" className={styles.subtitle}>
          {t('audit.entries')}
        </h2>
        {list ? (
          <Entries list={list} query={query} isStale={isPlaceholderData} onClear={() => show({})} />
        ) : (
          <SkeletonGroup label={t('audit.loading')} className={styles.section}>
            {rowSkeletons}
          </SkeletonGroup>
        )}
      </section>
      <AuditChain log={log} />
    </>
  );
}

type List = CallResult<typeof listAuditEntries>;

/** Names of the person and the thing that the entries are filtered by. */
function namesIn(list: List | undefined, { actorId, objectId }: AuditQuery) {
  const by = list?.items.find(({ actor }) => actor?.id === actorId);
  const about = list?.items.find(({ object }) => object !== null && object.id === objectId);
  return { actor: by?.actor?.name ?? undefined, object: about && objectLabel(about) };
}

function Export({ filters }: { filters: AuditQuery }) {
  return (
    <div className={rows.tools}>
      <LinkButton href={auditExportPath(stringifySearch(filters))} download>
        {t('audit.download')}
      </LinkButton>
      <span className={styles.help}>{t('audit.downloadHelp')}</span>
    </div>
  );
}

interface EntriesProps {
  list: List;
  query: AuditQuery;
  isStale: boolean;
  onClear: () => void;
}

function Entries({ list: { items, older, isCut }, query, isStale, onClear }: EntriesProps) {
  const { before, ...filters } = query;
  const [first, last] = [items[0], items.at(-1)];
  return (
    <>
      <p role="status" className={rows.facts}>
        {first && last
          ? t('audit.shown', { count: items.length, first: numberLabel(first.id), last: numberLabel(last.id) })
          : before === undefined
            ? t('audit.none')
            : t('audit.noneLeft')}
      </p>
      {isCut && <Banner>{t('audit.isCut', { limit: MAX_AUDIT_MATCHES })}</Banner>}
      {items.length > 0 ? (
        <ul aria-labelledby="entries" className={rows.rows} aria-busy={isStale} data-stale={isStale || undefined}>
          {items.map((entry) => (
            <li key={entry.id}>
              <AuditRow entry={entry} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          headingLevel={3}
          icon={<ScrollText />}
          title={before === undefined ? t('audit.none') : t('audit.noneLeft')}
          description={t('audit.noneAdvice')}
          action={<Button onPress={onClear}>{t('audit.clearAll')}</Button>}
        />
      )}
      {(before !== undefined || older !== null) && (
        <nav aria-label={t('audit.pages')} className={rows.tools}>
          {before !== undefined && <PortalLink href={auditHref(filters)}>{t('audit.newest')}</PortalLink>}
          {older !== null && (
            <PortalLink href={auditHref({ ...filters, before: older })}>{t('audit.older')}</PortalLink>
          )}
        </nav>
      )}
    </>
  );
}
