import { hash } from 'node:crypto';
import type { Config } from '../config.ts';
import type { Db } from '../db/pool.ts';
import type { Replicas } from '../db/replicas/replicas.ts';
import { PortalError } from '../errors.ts';
import type { Push } from '../push/listen.ts';
import type { IdentityProvider } from './identityProvider.ts';
import { findPerson, savePerson, signInInstant, type Person } from './people.ts';
import { createTokenCache } from './tokenCache.ts';
import { tokenRules, verifyTokenPair } from './tokens.ts';

/**
 * A person's row is read again after this time, so that a disabled account loses access even if announcements do not
 * arrive. Source: TRUST S7.
 */
const PERSON_MAX_AGE_MS = 30_000;
/** Pairs unused for this long are dropped: most have expired, and verifying one again takes a millisecond. */
const IDLE_MS = 15 * 60_000;
const MAX_ENTRIES = 20_000;

export interface TokenPair {
  idToken: string;
  accessToken: string;
}

interface Entry {
  person: Person;
  /** The generation of the keys that the tokens were verified with. */
  keyGeneration: number;
  /** Instants in ms since 1970. */
  signedInAt: number;
  tokensEndAt: number;
  checkedAt: number;
  /** The number of the last announced access change when the person's row was read. */
  accessNumber: number;
}

/**
 * Authenticates a pair of tokens. A pair is verified once and then recognized by its digest until it expires or the
 * provider's keys change; every process reads the person from the database when a change of their access is announced,
 * and at least every 30 s. Throws PortalError with a 401 code.
 */
export function createAuthentication(dependencies: {
  db: Db;
  replicas?: Replicas | undefined;
  config: Config;
  provider: IdentityProvider;
  push: Push;
  now: () => Date;
}) {
  const { db, replicas, config, provider, push, now } = dependencies;
  const changes = createAccessChanges();
  push.onHeard({ accessChanged: changes.note, connected: changes.noteAll });
  const entries = createTokenCache<Promise<Entry>>({ maxEntries: MAX_ENTRIES, maxAgeMs: IDLE_MS });

  async function verify(tokens: TokenPair): Promise<Entry> {
    const keys = provider.keys();
    if (!keys?.isReady())
      throw new PortalError('unavailable', 'Your sign-in can’t be verified yet. Please try again.', { retryAfter: 2 });
    const keyGeneration = keys.generation();
    const pair = await verifyTokenPair(tokens, tokenRules(config, keys.keyFor), now());
    if (keyGeneration !== keys.generation()) return verify(tokens);
    push.start();
    const accessNumber = changes.latest();
    const person = await savePerson(db, pair, config);
    await replicas?.noteWrite(person.id);
    return {
      person,
      keyGeneration,
      signedInAt: signInInstant(pair.idClaims) * 1000,
      tokensEndAt: pair.expiresAt * 1000,
      checkedAt: now().getTime(),
      accessNumber,
    };
  }

  async function checkAgain(entry: Entry): Promise<Entry> {
    const accessNumber = changes.latest();
    const person = await findPerson(db, entry.person.id);
    if (!person) throw new PortalError('user_disabled', 'This account no longer exists.');
    return { ...entry, person, checkedAt: now().getTime(), accessNumber };
  }

  function remember(digest: string, entry: Promise<Entry>): Promise<Entry> {
    entries.set(digest, entry);
    entry.catch(() => {
      if (entries.get(digest) === entry) entries.delete(digest);
    });
    return entry;
  }

  /**
   * The entry that has already replaced a stale one, or else the result of `renew`: concurrent requests share one
   * renewal.
   */
  function renewed(digest: string, stale: Promise<Entry>, renew: () => Promise<Entry>): Promise<Entry> {
    const present = entries.get(digest);
    return present && present !== stale ? present : remember(digest, renew());
  }

  return async function authenticate(tokens: TokenPair): Promise<Person> {
    const digest = hash('sha256', `${tokens.idToken}\n${tokens.accessToken}`, 'base64');
    let pending = entries.get(digest) ?? remember(digest, verify(tokens));
    let entry = await pending;
    if (entry.keyGeneration !== provider.keys()?.generation()) {
      pending = renewed(digest, pending, () => verify(tokens));
      entry = await pending;
    }
    const time = now().getTime();
    if (entry.tokensEndAt <= time) {
      entries.delete(digest);
      throw new PortalError('token_expired', 'The session has ended.');
    }
    if (time - entry.checkedAt > PERSON_MAX_AGE_MS || changes.isAfter(entry.accessNumber, entry.person.id))
      entry = await renewed(digest, pending, () => checkAgain(entry));
    if (entry.person.isDisabled) throw new PortalError('user_disabled', 'This account is disabled.');
    const { sessionsEndedAt } = entry.person;
    if (sessionsEndedAt !== null && entry.signedInAt <= Date.parse(sessionsEndedAt))
      throw new PortalError('token_expired', 'The session has ended.');
    return entry.person;
  };
}

export type Authenticate = ReturnType<typeof createAuthentication>;

/** With more changed people than this, everyone counts as changed. */
const MAX_PEOPLE = 10_000;

/** Numbers the announced changes of people's access, to detect which cached rows are stale. */
function createAccessChanges() {
  let latest = 0;
  let allChangedAt = 0;
  const changedAt = new Map<string, number>();
  const noteAll = () => {
    allChangedAt = latest += 1;
    changedAt.clear();
  };
  return {
    latest: () => latest,
    note(personId: string): void {
      changedAt.set(personId, (latest += 1));
      if (changedAt.size > MAX_PEOPLE) noteAll();
    },
    /** Call when announcements may have been missed. */
    noteAll,
    /** Whether the person's access may have changed after this number. */
    isAfter: (number: number, personId: string): boolean =>
      allChangedAt > number || (changedAt.get(personId) ?? 0) > number,
  };
}
