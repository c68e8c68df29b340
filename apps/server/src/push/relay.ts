import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { withoutDetail } from './announce.ts';
import type { Message, Source } from './postgresSource.ts';
import type { Broker } from './broker.ts';
import { PULSE, PULSE_MS, type Signal } from './signal.ts';

/** A relay that is frozen or cut off from the database is replaced after this time. */
const LEASE_S = 4;
/** How long after its last renewal a relay trusts the lease: less than LEASE_S, to allow for a slow response. */
const MAX_RENEWAL_AGE_MS = 3000;

interface Parts {
  db: Db;
  source: Source;
  connect: () => Promise<Broker>;
}

/**
 * Waits until no other process is the relay, then forwards PostgreSQL's notifications to the broker until one of the
 * connections or the lease is lost. Announcements are part of their transactions, so only committed ones are forwarded.
 * Source: decisions/0155.
 */
export async function relay(parts: Parts, signal: AbortSignal): Promise<void> {
  const holder = randomUUID();
  while (!signal.aborted && !(await holdLease(parts.db, holder))) await pause(signal);
  if (signal.aborted) return;
  try {
    await passOn(parts, holder, signal);
  } finally {
    await releaseLease(parts.db, holder).catch(() => {});
  }
}

async function passOn({ db, source, connect }: Parts, holder: string, signal: AbortSignal): Promise<void> {
  let heldAt = performance.now();
  const broker = await connect();
  const over = new AbortController();
  const until = AbortSignal.any([signal, over.signal]);
  const { promise: listening, resolve: startPulse } = Promise.withResolvers<void>();
  const { promise: failed, reject: fail } = Promise.withResolvers<void>();

  /** Requires a valid lease: a process that was frozen must not repeat what its successor has sent. */
  async function send({ channel, payload }: Message): Promise<void> {
    if (performance.now() - heldAt > MAX_RENEWAL_AGE_MS)
      throw new Error('the lease of the relay was not renewed in time');
    await broker.publish(
      JSON.stringify({ session: holder, channel, payload: withoutDetail(payload) } satisfies Signal),
    );
  }

  async function pulse(): Promise<void> {
    while (!until.aborted) {
      const askedAt = performance.now();
      // A renewal that fails because the pool is busy is retried while the lease lasts.
      const isHeld = await holdLease(db, holder).catch(() => undefined);
      if (isHeld === false) return;
      if (isHeld) heldAt = askedAt;
      await send({ channel: PULSE, payload: '' });
      await pause(until);
    }
  }

  try {
    await Promise.race([
      source.receive({ connected: startPulse, message: (message) => void send(message).catch(fail) }, until),
      listening.then(pulse),
      failed,
      broker.ended.then(() => Promise.reject(new Error('the connection to the broker was lost'))),
    ]);
  } finally {
    over.abort();
    broker.close();
  }
}

const pause = (signal: AbortSignal): Promise<void> =>
  sleep(PULSE_MS, undefined, { signal, ref: false }).catch(() => {});

/** Acquires or renews the lease, which only one process holds at a time. */
async function holdLease(db: Db, holder: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update push_relay set holder = ${holder}, held_until = clock_timestamp() + make_interval(secs => ${LEASE_S})
    where holder = ${holder} or held_until < clock_timestamp()`.execute(db);
  return numAffectedRows > 0n;
}

async function releaseLease(db: Db, holder: string): Promise<void> {
  await sql`update push_relay set held_until = to_timestamp(0) where holder = ${holder}`.execute(db);
}
