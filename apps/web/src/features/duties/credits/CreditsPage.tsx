import type { Credit, CreditStanding } from '@portico/contracts/credits';
import { topicLabel } from '@portico/kinds/credits';
import { Button } from '@portico/ui/Button';
import { EmptyState } from '@portico/ui/EmptyState';
import { ProgressBar } from '@portico/ui/ProgressBar';
import { Select } from '@portico/ui/Select';
import { Skeleton } from '@portico/ui/Skeleton';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import Award from 'lucide-react/icons/award';
import type { ReactNode } from 'react';
import { useReloadOn } from '../../../api/useReloadOn.ts';
import rows from '../../../kit/list/Rows.module.css';
import { PageHeading } from '../../../kit/PageHeading.tsx';
import { PortalLink } from '../../../kit/PortalLink.tsx';
import settings from '../../../kit/SettingsPage.module.css';
import { t } from '../../../locale/text.ts';
import { stringifySearch } from '../../../routing/searchParams.ts';
import { readActingFor } from '../../../sign-in/actingFor.ts';
import { dayLabel } from '../dayLabel.ts';
import { CREDITS_HREF, DutiesNav, TEAM_HREF } from '../DutiesNav.tsx';
import { creditsQuery } from '../duties.queries.ts';
import { ClaimsSection } from './ClaimsSection.tsx';
import { RECORD, useCreditFiles } from './useCreditFiles.ts';

/** What the reader or one of their people has earned in a year, and what their licenses need. */
export function Page() {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const year = /^\d{4}$/.exec(String(search['year'] ?? ''))?.[0];
  const person = typeof search['person'] === 'string' ? search['person'] : undefined;
  const asked = { ...(year === undefined ? {} : { year }), ...(person === undefined ? {} : { person }) };
  const navigate = useNavigate();
  const { data, isPlaceholderData } = useQuery(creditsQuery(asked));
  const files = useCreditFiles();
  useReloadOn('todo', creditsQuery(asked));
  return (
    <div className={settings.page}>
      <PageHeading title={data?.person ? t('credits.titleOf', { name: data.person }) : t('credits.title')} />
      <p className={settings.lead}>{t(person === undefined ? 'credits.lead' : 'credits.leadOf')}</p>
      <DutiesNav current={person === undefined ? CREDITS_HREF : TEAM_HREF} />
      {!data && <Skeleton shape="box" height="16rem" />}
      {data && (
        <div className={settings.page} aria-busy={isPlaceholderData}>
          <div className={rows.filters}>
            <Select<string>
              label={t('credits.year')}
              value={year ?? ''}
              options={[
                { value: '', label: t('credits.thisYear') },
                ...[...new Set([...data.years, data.year])]
                  .toSorted((one, other) => other - one)
                  .map((one) => ({ value: String(one), label: String(one) })),
              ]}
              onChange={(chosen) =>
                void navigate({
                  to: `${CREDITS_HREF}${stringifySearch({ person, year: chosen || undefined })}`,
                  replace: true,
                  resetScroll: false,
                })
              }
            />
            <Button pending={files.saving === RECORD} onPress={() => void files.saveRecord(asked)}>
              {t('credits.record')}
            </Button>
          </div>
          <section aria-labelledby="credits-needs" className={settings.section}>
            <h2 id="credits-needs">{t('credits.needs')}</h2>
            {data.standings.length === 0 ? (
              <EmptyState
                headingLevel={3}
                icon={<Award />}
                title={t('credits.noNeeds')}
                description={t('credits.noNeedsAdvice')}
              />
            ) : (
              <ul className={rows.rows}>
                {data.standings.map((standing) => (
                  <li key={standing.id} className={rows.row}>
                    <Standing standing={standing} isCurrent={year === undefined} />
                  </li>
                ))}
              </ul>
            )}
          </section>
          <section aria-labelledby="credits-earned" className={settings.section}>
            <h2 id="credits-earned">{t('credits.earned')}</h2>
            {data.credits.length === 0 ? (
              <EmptyState
                headingLevel={3}
                icon={<Award />}
                title={t('credits.noneEarned')}
                description={t('credits.noneEarnedAdvice')}
              />
            ) : (
              <>
                <p className={rows.title}>
                  {data.totals
                    .map(({ program, state, hours }) =>
                      t('credits.total', { topic: topicLabel({ program, state, subject: '' }), hours }),
                    )
                    .join(' · ')}
                </p>
                <ul className={rows.rows}>
                  {data.credits.map((credit) => (
                    <li key={credit.id} className={rows.row}>
                      <Earned credit={credit} standings={data.standings}>
                        {credit.certificate !== null &&
                          data.credits.find(({ certificate }) => certificate === credit.certificate) === credit && (
                            <Button
                              size="small"
                              pending={files.saving === credit.certificate}
                              aria-label={t('credits.certificateOf', { title: credit.title })}
                              onPress={() => void files.saveCertificate(credit.certificate!)}
                            >
                              {t('credits.certificate')}
                            </Button>
                          )}
                      </Earned>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </section>
        </div>
      )}
      {person === undefined && readActingFor() === undefined && <ClaimsSection />}
    </div>
  );
}

function Standing({ standing, isCurrent }: { standing: CreditStanding; isCurrent: boolean }) {
  const { needed, earned, missing, startsOn, endsOn, dueDate, isOverdue } = standing;
  const days = { due: dayLabel(dueDate), from: dayLabel(startsOn), to: dayLabel(endsOn) };
  const isReached = missing === '0';
  return (
    <>
      <div className={rows.what}>
        <ProgressBar
          label={topicLabel(standing)}
          value={Number(earned)}
          max={Number(needed)}
          valueLabel={t('credits.ofHours', { earned, needed })}
        />
        <p className={rows.facts}>{isCurrent ? t('credits.due', days) : t('credits.ended', days)}</p>
      </div>
      <div className={rows.labels}>
        {isOverdue && <StatusLabel tone="danger">{t('credits.overdue')}</StatusLabel>}
        <StatusLabel tone={isReached ? 'accent' : 'warning'}>
          {isReached ? t('credits.reached') : t('credits.missing', { missing })}
        </StatusLabel>
      </div>
    </>
  );
}

function Earned({ credit, standings, children }: { credit: Credit; standings: CreditStanding[]; children: ReactNode }) {
  const { title, provider, path, hours, day, countsFor } = credit;
  const topics = standings.filter(({ id }) => countsFor.includes(id)).map(topicLabel);
  return (
    <>
      <div className={rows.what}>
        <p className={rows.title}>{path === null ? title : <PortalLink href={path}>{title}</PortalLink>}</p>
        <p className={rows.facts}>
          {[topicLabel(credit), dayLabel(day), ...(provider === null ? [] : [provider])].join(' · ')}
        </p>
        <p className={rows.facts}>
          {topics.length > 0
            ? t('credits.countsToward', { topics: topics.join(', ') })
            : t('credits.countsTowardNothing')}
        </p>
      </div>
      <div className={rows.tools}>
        <span className={rows.title}>{t('credits.hoursOf', { hours })}</span>
        {children}
      </div>
    </>
  );
}
