import { InsightPeriod } from '@portico/contracts/studio/insights';
import { readershipDaysExportPath, type ItemReadership } from '@portico/contracts/studio/readership';
import { Skeleton } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import rows from '../../kit/list/Rows.module.css';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';
import { stringifySearch } from '../../routing/searchParams.ts';
import page from '../Sections.module.css';
import studioPage from '../StudioPage.module.css';
import { StudioNav } from '../StudioNav.tsx';
import { readershipQuery } from './readership.queries.ts';
import { ReadershipChart } from './ReadershipChart.tsx';
import { ReadershipFacts } from './ReadershipFacts.tsx';
import { countLabel } from './readershipLabels.ts';
import { ExportMenu, PeriodSelect } from './ReadershipTools.tsx';

const PATH = '/studio/readership';

/** How many people read one item, day by day. */
export function Page() {
  const { itemId } = useParams({ strict: false }) as { itemId: string };
  const search: Record<string, unknown> = useSearch({ strict: false });
  const days = InsightPeriod.safeParse(String(search['days'])).data ?? '30';
  const navigate = useNavigate();
  const { data: item, isPlaceholderData } = useQuery(readershipQuery(itemId, days));
  const hrefOf = (id: string, period: InsightPeriod) => `${PATH}/${id}${stringifySearch({ days: period })}`;
  return (
    <div className={page.page}>
      <PageHeading title={item?.title ?? t('studio.readership')} />
      <StudioNav current={PATH} />
      <div className={studioPage.head}>
        <PeriodSelect
          value={days}
          onChange={(period) => void navigate({ to: hrefOf(itemId, period), replace: true, resetScroll: false })}
        />
        <ExportMenu pathOf={(format) => readershipDaysExportPath(itemId, format, stringifySearch({ days }))} />
      </div>
      {item ? (
        <>
          <Summary item={item} />
          <section className={page.section} aria-labelledby="readers-by-day" aria-busy={isPlaceholderData}>
            <h2 id="readers-by-day" className={page.subtitle}>
              {t(days === '365' ? 'readership.overWeeks' : 'readership.overTime')}
            </h2>
            <ReadershipChart labelledBy="readers-by-day" item={item} period={days} />
          </section>
          {item.documents.length > 0 && (
            <section className={page.section} aria-labelledby="documents-in-it">
              <h2 id="documents-in-it" className={page.subtitle}>
                {t('readership.documents')}
              </h2>
              <ul className={rows.rows}>
                {item.documents.map(({ id, title, readers, downloads }) => (
                  <li key={id} className={rows.row}>
                    <div className={rows.what}>
                      <PortalLink href={hrefOf(id, days)} className={rows.title}>
                        {title}
                      </PortalLink>
                      <p className={rows.facts}>
                        {t('readership.documentFacts', {
                          readers: countLabel(readers),
                          downloads: countLabel(downloads),
                        })}
                      </p>
                    </div>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      ) : (
        <Skeleton shape="box" height="24rem" />
      )}
    </div>
  );
}

function Summary({ item }: { item: ItemReadership }) {
  const { id, path, audience, registrations, confirmations } = item;
  return (
    <div className={page.section}>
      {audience !== null && <p>{t('readership.seenBy', { count: audience.toLocaleString('en-US') })}</p>}
      <ReadershipFacts item={item} />
      <p className={rows.tools}>
        <PortalLink href={`/studio/${id}`}>{t('readership.edit')}</PortalLink>
        {path !== null && <PortalLink href={path}>{t('readership.readersPage')}</PortalLink>}
        {registrations && <PortalLink href={`/studio/events/${id}`}>{t('readership.roster')}</PortalLink>}
        {confirmations && <PortalLink href={`/studio/confirmations/${id}`}>{t('readership.whoConfirmed')}</PortalLink>}
      </p>
    </div>
  );
}
