import type { Logger } from 'pino';
import { errorCodes, type ErrorCode } from '@portico/contracts/errors';
import { audit } from '../db/audit.ts';
import type { Db } from '../db/pool.ts';
import { PortalError } from '../errors.ts';

const INTERVAL_MS = 60_000;
/** People with a separate entry per interval; rejections of further people count as anonymous. */
const MAX_PEOPLE = 100;
const MAX_ADDRESSES = 1000;
/** Used instead of a person's id for all calls beyond a rate limit. */
const LIMITED = 'limited';

interface Caller {
  /** Only the number of addresses is stored. */
  address: string;
  /** The rejected person, if known. */
  personId?: string | undefined;
}

interface Tally {
  since: Date;
  /** By error code, or by limiter. */
  counts: Record<string, number>;
  addresses: Set<string>;
}

export interface Rejections {
  /** Accepts any error of a request and counts the rejections. */
  note(error: PortalError, caller: Caller): void;
  /** Writes the counts since the last write; runs every minute and on close. */
  write(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Records rejected requests in the audit log: per minute and process, one entry for each person, an anonymous one, and
 * one for calls beyond a rate limit, each with the number of rejections by reason or limiter, so that a flood fills
 * neither the table nor the queue of its writers. A failed write is retried with the next minute's; a killed process
 * loses its last minute. Source: TRUST L3.
 */
export function recordRejections({ db, logger, now }: { db: Db; logger: Logger; now: () => Date }): Rejections {
  let tallies = new Map<string | undefined, Tally>();

  function tallyOf(personId: string | undefined): Tally {
    const key = personId === LIMITED || tallies.has(personId) || tallies.size < MAX_PEOPLE ? personId : undefined;
    let tally = tallies.get(key);
    if (!tally) tallies.set(key, (tally = { since: now(), counts: {}, addresses: new Set() }));
    return tally;
  }

  function note(error: PortalError, { address, personId }: Caller): void {
    const isLimited = error.code === 'too_many_requests';
    const reason = isLimited ? (error.limiter ?? 'route') : rejectionIn(error);
    if (reason === undefined) return;
    const { counts, addresses } = tallyOf(isLimited ? LIMITED : personId);
    counts[reason] = (counts[reason] ?? 0) + 1;
    if (addresses.size < MAX_ADDRESSES) addresses.add(address);
  }

  async function write(): Promise<void> {
    const noted = tallies;
    if (noted.size === 0) return;
    tallies = new Map();
    try {
      await db.transaction().execute(async (trx) => {
        for (const [personId, { since, counts, addresses }] of noted)
          await audit(trx, {
            ...(personId === LIMITED ? { action: 'access.limited' } : { actorId: personId, action: 'access.refused' }),
            details: { ...counts, addresses: addresses.size, since: since.toISOString() },
          });
      });
    } catch (error) {
      logger.warn({ reason: (error as Error).message }, 'rejections could not be written to the audit log yet');
      for (const [personId, { since, counts, addresses }] of noted) {
        const tally = tallyOf(personId);
        tally.since = since;
        for (const [reason, count] of Object.entries(counts))
          tally.counts[reason] = (tally.counts[reason] ?? 0) + count;
        for (const address of addresses) if (tally.addresses.size < MAX_ADDRESSES) tally.addresses.add(address);
      }
    }
  }

  const timer = setInterval(() => void write(), INTERVAL_MS).unref();
  return {
    note,
    write,
    async close() {
      clearInterval(timer);
      await write();
    },
  };
}

/** The code of a rejection: 401, 403, or a 404 that hides a 403. */
function rejectionIn({ code, cause }: PortalError): ErrorCode | undefined {
  if (cause instanceof PortalError && cause.code === 'forbidden') return cause.code;
  return [401, 403].includes(errorCodes[code].status) ? code : undefined;
}
