import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { blankDraft } from '@portico/authoring/blankDraft';
import { asSplice } from '@portico/authoring/merging/splices';
import type { CallResult } from '@portico/contracts/endpoint';
import type { changeStudioItem, StudioItem } from '@portico/contracts/studio/studio';
import { expect, onTestFinished, test } from 'vitest';
import { freePort, startChildServer } from '../../testing/processes/childServer.ts';
import { testDatabase } from '../../testing/testDatabase.ts';
import { startTestIssuer } from '../../testing/testIssuer.ts';
import { header, insert, set } from './testing/draftCalls.ts';
import { headingIn } from './testing/headingIn.ts';

const KEYS = 60;
const KILLS = 3;
const RETRY_MS = 20;
/** Each key types another letter, so that every key can be looked for. */
const FIRST_LETTER = 0x4e00;

/** What the heading says at first: so long that what differs from it is sent. */
const LONG = `${'.'.repeat(150)}-`;

test('two people who type in one heading through two servers, each call to another one and one of them only what differs, lose no key when servers are killed [COWRITE-019, COWRITE-041]', async () => {
  const { url } = await testDatabase();
  const issuer = await startTestIssuer();
  onTestFinished(() => issuer.close());
  const ports = [await freePort(), await freePort()];
  const start = (port: number) => startChildServer({ databaseUrl: url, issuer, port });
  const servers = await Promise.all(ports.map(start));
  const headersOf = async (sub: string) => {
    const { idToken, accessToken } = await issuer.tokens({ sub, given_name: sub, 'custom:roles': ['editor'] });
    const tokens = { authorization: `Bearer ${accessToken}`, 'id-token': idToken };
    return { ...tokens, 'content-type': 'application/json' };
  };
  let calls = 0;
  let failures = 0;
  /** As a browser does, repeats a call without a response, here to the other server. */
  const ask = async (headers: Record<string, string>, path: string, body?: unknown): Promise<unknown> => {
    for (;;) {
      const port = ports[(calls += 1) % ports.length];
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/studio/items${path}`, {
        headers,
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      }).catch(() => undefined);
      const answer = response?.ok ? await response.json().catch(() => undefined) : undefined;
      if (answer !== undefined) return answer;
      expect(response === undefined || response.ok || response.status === 503).toBe(true);
      failures += 1;
      await sleep(RETRY_MS);
    }
  };

  const itemId = randomUUID();
  const people = await Promise.all(['ana', 'ben'].map(headersOf));
  await ask(people[0]!, '', { id: itemId, kind: 'news' });
  const ids = { clientId: randomUUID(), batchId: randomUUID() };
  await ask(people[0]!, `/${itemId}/changes`, { ...ids, base: 0, changes: [insert(header('a', LONG))] });

  let typed = 0;
  const letters: string[] = [];
  let splices = 0;
  const type = async (headers: Record<string, string>, sendsSplices: boolean) => {
    const clientId = randomUUID();
    let [text, base] = [LONG, 1];
    let own = '-';
    for (let key = 0; key < KEYS; key += 1) {
      const letter = String.fromCodePoint(FIRST_LETTER + (typed += 1));
      const place = text.indexOf(own) + 1;
      const whole = set(header('a', text.slice(0, place) + letter + text.slice(place)));
      const trees = { ...blankDraft.trees, components: [header('a', text)] };
      const change = sendsSplices ? asSplice({ ...blankDraft, trees }, whole) : whole;
      if (change.do === 'splice') splices += 1;
      const batch = { clientId, batchId: randomUUID(), base, changes: [change] };
      const answer = (await ask(headers, `/${itemId}/changes`, batch)) as CallResult<typeof changeStudioItem>;
      expect(answer).toMatchObject({ conflicts: [], isTooOld: false });
      base = answer.sequence;
      text = [...answer.saved.flatMap((saved) => saved.changes), ...(answer.isAsSent ? [whole] : [])].reduce(
        (last, change) => (change.do === 'set' ? String(Reflect.get(change.component, 'text')) : last),
        text,
      );
      own = letter;
      letters.push(letter);
    }
  };
  const kill = async () => {
    for (let round = 0; round < KILLS; round += 1) {
      const before = letters.length;
      await expect.poll(() => letters.length, { interval: 5 }).toBeGreaterThan(Math.min(before + 15, 2 * KEYS - 10));
      const index = round % servers.length;
      servers[index]!.process.kill('SIGKILL');
      await servers[index]!.ended;
      servers[index] = await start(ports[index]!);
    }
  };
  await Promise.all([...people.map((headers, who) => type(headers, who === 1)), kill()]);
  const { draft, sequence } = (await ask(people[1]!, `/${itemId}`)) as StudioItem;
  expect([...headingIn(draft)].toSorted()).toEqual([...LONG, ...letters].toSorted());
  expect(splices).toBe(KEYS);
  expect(sequence).toBe(1 + 2 * KEYS);
  expect(failures).toBeGreaterThan(0);
});
