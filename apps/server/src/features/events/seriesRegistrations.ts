import type { Received } from '@portico/contracts/endpoint';
import type { SeriesDate, setSeriesRegistration } from '@portico/contracts/events';
import type { Dependencies } from '../../dependencies.ts';
import { PortalError } from '../../errors.ts';
import type { Reader } from '../../visibility/visibility.ts';
import { sendSeriesNow } from './invitations.queries.ts';
import { saveRegistration } from './registrations.queries.ts';

/**
 * Registers the reader for several dates of a series, or cancels them: the given dates, or all that have not started.
 * Each date has a separate registration. Dates that have closed or ended in the meantime don't change. One email has
 * the invitation to all, or its cancellation. Returns the dates that changed.
 */
export async function saveRegistrations(
  dependencies: Pick<Dependencies, 'db' | 'config' | 'notify'>,
  reader: Reader,
  series: SeriesDate[],
  { registrationStatus, eventIds }: Received<typeof setSeriesRegistration>['body'],
): Promise<string[]> {
  const changed: string[] = [];
  for (const { id, startDate, status, isOpen } of series) {
    const isChosen = eventIds ? eventIds.includes(id) : new Date(startDate) > reader.now;
    const isPossible = registrationStatus === 'Registered' ? status === null && isOpen : status !== null;
    if (!isChosen || !isPossible) continue;
    try {
      await saveRegistration(dependencies, reader, id, registrationStatus, { isOfSeries: true });
      changed.push(id);
    } catch (error) {
      // It closed, or disappeared, since it was read.
      if (!(error instanceof PortalError) || !['conflict', 'not_found'].includes(error.code)) throw error;
    }
  }
  if (changed.length > 0) await sendSeriesNow(dependencies.db, changed, reader.id);
  return changed;
}
