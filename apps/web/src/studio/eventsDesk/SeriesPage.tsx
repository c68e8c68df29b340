import type { DeskSeries } from '@portico/contracts/studio/eventSeries';
import { Banner } from '@portico/ui/Banner';
import { Button } from '@portico/ui/Button';
import { Skeleton } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { eventDateLabel, newsDateLabel } from '../../dates/dateLabels.ts';
import rows from '../../kit/list/Rows.module.css';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';
import { StudioNav } from '../StudioNav.tsx';
import page from '../StudioPage.module.css';
import { whenLabel } from './deskLabels.ts';
import { EventRow } from './EventRow.tsx';
import { deskEventQuery, deskSeriesQuery } from './eventsDesk.queries.ts';
import { RepeatForm } from './RepeatForm.tsx';
import { firstDayOf, ruleLabel } from './seriesLabels.ts';
import { useUndoSeriesChange } from './useUndoSeriesChange.ts';

/** The dates of a series, or the form that makes an event one. */
export function Page() {
  const { itemId } = useParams({ strict: false }) as { itemId: string };
  const { data: event } = useQuery(deskEventQuery(itemId));
  const { data: series } = useQuery(deskSeriesQuery(itemId));
  return (
    <div className={page.page}>
      <PageHeading title={event ? t('series.titleOf', { name: event.header }) : t('series.title')} />
      <StudioNav current="/studio/events" />
      <p className={rows.facts}>
        <PortalLink href={`/studio/events/${itemId}`}>{t('desk.backToEvent')}</PortalLink>
      </p>
      {!event || !series ? (
        <Skeleton shape="box" height="12rem" />
      ) : series.rule !== null ? (
        <>
          {series.undoable && <LatestChange itemId={itemId} change={series.undoable} />}
          <Dates series={series} />
        </>
      ) : event.isLive ? (
        <RepeatForm event={event} />
      ) : (
        <Banner>{t('series.publishFirst')}</Banner>
      )}
    </div>
  );
}

function Dates({ series: { rule, items } }: { series: DeskSeries }) {
  const [first] = items;
  if (rule === null || !first) return null;
  return (
    <>
      <p>{ruleLabel(rule, firstDayOf({ startDate: first.originalDate, timeZone: first.timeZone }))}</p>
      <p className={rows.facts}>{t('series.datesHelp')}</p>
      <ul className={rows.rows} aria-label={t('series.dates')}>
        {items.map((event) => (
          <li key={event.id}>
            <EventRow event={event} title={whenLabel(event)} note={noteOn(event, first.header)} />
          </li>
        ))}
      </ul>
    </>
  );
}

function LatestChange({ itemId, change }: { itemId: string; change: NonNullable<DeskSeries['undoable']> }) {
  const undo = useUndoSeriesChange(itemId);
  const [pending, setPending] = useState(false);
  const { id, changedAt, changedBy, dates } = change;
  return (
    <div className={rows.row}>
      <p>
        {t('series.latestChange', {
          count: dates,
          name: changedBy ?? t('series.someone'),
          day: newsDateLabel(changedAt),
        })}
      </p>
      <Button
        size="small"
        pending={pending}
        onPress={() => {
          setPending(true);
          void undo(id).finally(() => setPending(false));
        }}
      >
        {t('series.undoChange')}
      </Button>
    </div>
  );
}

/** What differs from the rule. */
function noteOn(event: DeskSeries['items'][number], header: string): string | undefined {
  const { startDate, originalDate } = event;
  const notes = [
    event.header === header ? undefined : event.header,
    startDate === originalDate
      ? undefined
      : t('series.movedFrom', {
          day: eventDateLabel(originalDate, event.timeZone),
        }),
  ].filter((note) => note !== undefined);
  return notes.length === 0 ? undefined : notes.join(' · ');
}
