import type { Logger } from 'pino';
import { errorCodes, type ErrorCode } from '@portico/contracts/errors';
import { audit } from '../db/audit.ts';
import type { Db } from '../db/pool.ts';
import { PortalError } from '../errors.ts';

const INTERVAL_MS = 60_000;
/** People with an entry of their own in one interval; what others are refused counts with nobody's. */
const MAX_PEOPLE = 100;
const MAX_ADDRESSES = 1000;

interface Caller {
  /** Only how many there were is kept. */
  address: string;
  /** Who was refused, if it is known. */
  personId?: string | undefined;
}

interface Tally {
  since: Date;
  counts: Partial<Record<ErrorCode, number>>;
  addresses: Set<string>;
}

export interface Refusals {
  /** Takes any error of a call; those that are no refusal count for nothing. */
  note(error: PortalError, caller: Caller): void;
  /** Writes what has been noted since the last time; done every minute and at the end. */
  write(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Refused calls in the audit log: one entry a minute, process and person, and one for nobody in particular, each with the
 * number of refusals by reason, so that a flood of them fills neither the table nor the queue of those who write to it. What
 * can't be written stays for the next minute; a process that is killed loses its last one. Source: TRUST L3.
 */
export function recordRefusals({ db, logger, now }: { db: Db; logger: Logger; now: () => Date }): Refusals {
  let tallies = new Map<string | undefined, Tally>();

  function tallyOf(personId: string | undefined): Tally {
    const key = tallies.has(personId) || tallies.size < MAX_PEOPLE ? personId : undefined;
    let tally = tallies.get(key);
    if (!tally) tallies.set(key, (tally = { since: now(), counts: {}, addresses: new Set() }));
    return tally;
  }

  function note(error: PortalError, { address, personId }: Caller): void {
    const code = refusalIn(error);
    if (code === undefined) return;
    const { counts, addresses } = tallyOf(personId);
    counts[code] = (counts[code] ?? 0) + 1;
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
            actorId: personId,
            action: 'access.refused',
            details: { ...counts, addresses: addresses.size, since: since.toISOString() },
          });
      });
    } catch (error) {
      logger.warn({ reason: (error as Error).message }, 'refusals could not be written to the audit log yet');
      for (const [personId, { since, counts, addresses }] of noted) {
        const tally = tallyOf(personId);
        tally.since = since;
        for (const [code, count] of Object.entries(counts) as Array<[ErrorCode, number]>)
          tally.counts[code] = (tally.counts[code] ?? 0) + count;
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

/** Why a call was refused: 401, 403, or a 404 that stands for a 403. */
function refusalIn({ code, cause }: PortalError): ErrorCode | undefined {
  if (cause instanceof PortalError && cause.code === 'forbidden') return cause.code;
  return [401, 403].includes(errorCodes[code].status) ? code : undefined;
}
