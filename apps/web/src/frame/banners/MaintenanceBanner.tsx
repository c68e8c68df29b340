import { Banner } from '@portico/ui/Banner';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useReloadOn } from '../../api/useReloadOn.ts';
import { newsDateLabel, timeLabel } from '../../dates/dateLabels.ts';
import { startTimer } from '../../dates/startTimer.ts';
import { t } from '../../locale/text.ts';
import { maintenanceQuery } from './maintenance.queries.ts';

const DISMISSED = 'portico.maintenance.dismissed';

/** The administrators' maintenance notice until it is dismissed, and a note while the portal is read-only. */
export function MaintenanceBanner() {
  const { data } = useQuery(maintenanceQuery());
  useReloadOn('maintenance', maintenanceQuery());
  const notice = data?.notice ?? undefined;
  const [dismissed, setDismissed] = useState(readDismissed);
  const isTime = useIsBetween(notice?.from, notice?.until ?? undefined);
  return (
    <>
      {data?.isReadOnly && (
        <Banner tone="warning" isLive>
          {t('shared.readOnly')}
          {data.readOnlyUntil !== null && ` ${untilLabel(data.readOnlyUntil)}`}
        </Banner>
      )}
      {notice && isTime && dismissed !== notice.id && (
        <Banner
          tone="info"
          isLive
          onDismiss={() => {
            saveDismissed(notice.id);
            setDismissed(notice.id);
          }}
        >
          {notice.text}
        </Banner>
      )}
    </>
  );
}

const untilLabel = (instant: string): string =>
  t('shared.readOnlyUntil', { day: newsDateLabel(instant), time: timeLabel(instant) });

/** Whether the current time is in the span; rerenders when that changes. */
function useIsBetween(from: string | undefined, until: string | undefined): boolean {
  const [, rerender] = useState(0);
  const now = Date.now();
  const next = [from, until].flatMap((instant) => (instant === undefined ? [] : [Date.parse(instant)]));
  const wait = Math.min(...next.filter((at) => at > now).map((at) => at - now));
  useEffect(() => {
    if (!Number.isFinite(wait)) return undefined;
    return startTimer(wait + 1, () => rerender((count) => count + 1));
  });
  return from !== undefined && Date.parse(from) <= now && (until === undefined || now < Date.parse(until));
}

function readDismissed(): string | null {
  try {
    return localStorage.getItem(DISMISSED);
  } catch {
    return null;
  }
}

/** Without storage, the notice reappears on the next page load. */
function saveDismissed(id: string): void {
  try {
    localStorage.setItem(DISMISSED, id);
  } catch {
    // Storage is full or turned off.
  }
}
