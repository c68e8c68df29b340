import type { DeskEvent } from '@portico/contracts/studio/eventsDesk';
import { StatusLabel } from '@portico/ui/StatusLabel';
import rows from '../../kit/list/Rows.module.css';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';
import { spotsLabel, whenLabel } from './deskLabels.ts';

interface EventRowProps {
  event: DeskEvent;
  /** Defaults to the name of the event, with its time below. */
  title?: string;
  note?: string | undefined;
}

/** An event with the number of people who come, wait, canceled and were there. */
export function EventRow({ event, title = event.header, note }: EventRowProps) {
  const { id, isLive, takesRegistrations, waiting, canceled, attended } = event;
  const facts = title === event.header ? whenLabel(event) : note;
  return (
    <div className={rows.row}>
      <div className={rows.what}>
        <PortalLink href={`/studio/events/${id}`} className={rows.title}>
          {title}
        </PortalLink>
        {facts !== undefined && <p className={rows.facts}>{facts}</p>}
      </div>
      <div className={rows.labels}>
        {!isLive && <StatusLabel>{t('desk.notLive')}</StatusLabel>}
        {takesRegistrations || event.registered > 0 ? (
          <StatusLabel tone="accent">{spotsLabel(event)}</StatusLabel>
        ) : (
          <StatusLabel>{t('desk.noRegistration')}</StatusLabel>
        )}
        {waiting > 0 && <StatusLabel tone="warning">{t('desk.waitingCount', { count: waiting })}</StatusLabel>}
        {canceled > 0 && <StatusLabel>{t('desk.canceledCount', { count: canceled })}</StatusLabel>}
        {attended > 0 && <StatusLabel tone="info">{t('desk.attendedCount', { count: attended })}</StatusLabel>}
      </div>
    </div>
  );
}
