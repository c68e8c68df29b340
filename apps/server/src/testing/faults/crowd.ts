import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Db } from '../../db/pool.ts';
import type { TestIssuer } from '../testIssuer.ts';
import type { FaultFigures } from './figures.ts';

const READS = ['home', 'news', 'events/upcoming', 'todo/active'];
const READERS = 4;
const WRITERS = 2;
/** Fewer than the limit of active tasks per person. */
const TASKS_PER_PERSON = 400;
/** After this, a proxy tries the next process. */
const TRY_TIMEOUT_MS = 2000;
const RETRY_MS = 50;
/** A busy machine takes ten times as long as an idle one. */
const WORKS_TIMEOUT_MS = 90_000;
/** How long a proxy skips a process that failed. */
const SKIP_MS = 5000;

export interface Crowd {
  /** Waits until this many more changes were acknowledged and this many more reads succeeded. */
  works(count: number): Promise<void>;
  /** Attempts that did not succeed, and those of them that got an error response. */
  tries(): { failed: number; rejected: number };
  /** Stops the crowd, and counts changes that were acknowledged but are not in the database. */
  finish(db: Db): Promise<Omit<FaultFigures, 'fault'>>;
}

/** People who read, and others who add tasks, until stopped. They retry with the next process until they succeed. */
export function startCrowd(issuer: TestIssuer, urls: string[]): Crowd {
  const acknowledged: string[] = [];
  const skipUntil = new Map<string, number>();
  const tries = { failed: 0, rejected: 0 };
  let [reads, longestReadMs, turn, isOver] = [0, 0, 0, false];

  function chooseUrl(): string {
    turn += 1;
    const awake = urls.filter((url) => (skipUntil.get(url) ?? 0) < performance.now());
    const chosen = awake.length > 0 ? awake : urls;
    return chosen[turn % chosen.length]!;
  }

  /** Whether the request succeeded in the end; false if the crowd is stopped before. */
  async function callUntilOk(headers: Record<string, string>, path: string, body?: object): Promise<boolean> {
    while (!isOver) {
      const url = chooseUrl();
      const isOk = await fetch(`${url}/api/v1/${path}`, {
        headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
        signal: AbortSignal.timeout(TRY_TIMEOUT_MS),
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      })
        .then(async (response) => (await response.arrayBuffer(), response.ok))
        .catch(() => undefined);
      if (isOk) return true;
      tries.failed += 1;
      if (isOk === false) tries.rejected += 1;
      skipUntil.set(url, performance.now() + SKIP_MS);
      await sleep(RETRY_MS);
    }
    return false;
  }
  const reader = async (index: number) => {
    const headers = await signIn(issuer, `reader-${index}`);
    for (let count = index; !isOver; count += 1) {
      const asked = performance.now();
      if (await callUntilOk(headers, READS[count % READS.length]!)) reads += 1;
      longestReadMs = Math.max(longestReadMs, performance.now() - asked);
      await sleep(10);
    }
  };
  const writer = async (index: number) => {
    let headers: Record<string, string> = {};
    for (let count = 0; !isOver; count += 1) {
      if (count % TASKS_PER_PERSON === 0) headers = await signIn(issuer, `writer-${index}-${count}`);
      const id = randomUUID();
      if (await callUntilOk(headers, 'todo', { id, title: `Task ${count}` })) acknowledged.push(id);
      await sleep(10);
    }
  };
  const people = [
    ...Array.from({ length: READERS }, (_, index) => reader(index)),
    ...Array.from({ length: WRITERS }, (_, index) => writer(index)),
  ];
  return {
    async works(count) {
      const patiently = { interval: 20, timeout: WORKS_TIMEOUT_MS };
      const [changesBefore, readsBefore] = [acknowledged.length, reads];
      await expect.poll(() => acknowledged.length - changesBefore, patiently).toBeGreaterThan(count);
      await expect.poll(() => reads - readsBefore, patiently).toBeGreaterThan(count);
    },
    tries: () => ({ ...tries }),
    async finish(db) {
      isOver = true;
      await Promise.all(people);
      const rows = await db.selectFrom('todos').select('id').execute();
      const stored = new Set(rows.map(({ id }) => id));
      const lost = acknowledged.filter((id) => !stored.has(id)).length;
      return { acknowledged: acknowledged.length, lost, reads, longestReadMs };
    },
  };
}

/** Headers of a person whose tokens were issued an hour ago and remain valid as long, so that clocks can jump. */
export async function signIn(
  issuer: TestIssuer,
  sub: string,
  { validForSeconds = 3600, ...claims }: { validForSeconds?: number; 'custom:roles'?: string[] } = {},
): Promise<Record<string, string>> {
  const now = Math.floor(Date.now() / 1000);
  const times = { iat: now - 3600, exp: now + validForSeconds };
  const { idToken, accessToken } = await issuer.tokens({ sub, ...claims, ...times }, times);
  return { authorization: `Bearer ${accessToken}`, 'id-token': idToken };
}
