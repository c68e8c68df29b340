import { DAY_MS } from '@portico/contracts/durations';
import { getDocument, getDocumentPreview } from '@portico/contracts/documents';
import { getEvent } from '@portico/contracts/events';
import { getNewsItem } from '@portico/contracts/news';
import { getResource } from '@portico/contracts/resources';
import { expect, test } from 'vitest';
import { sharedPortal } from '../../testing/testPortal.ts';
import { createKey } from '../../testing/testIssuer.ts';
import { listen } from '../../testing/rawHttp.ts';
import { tokenPair } from '../../testing/tokenPairs.ts';
import type { TokenPair } from '../../sign-in/authentication.ts';

const shared = sharedPortal({ env: { RATE_LIMIT_PER_MINUTE: '0' } });

const sorted = (values: number[]): number[] => values.toSorted((a, b) => a - b);
const quantile = (values: number[], share: number): number => sorted(values)[Math.floor(values.length * share)]!;

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** The best of several attempts: other work on the test machine only ever makes things slower. */
async function bestOf(tries: number, measure: () => Promise<number>, goal: number): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < tries && best >= goal; round += 1) best = Math.min(best, await measure());
  return best;
}

const details = [
  ['news', getNewsItem.path],
  ['event', getEvent.path],
  ['resource', getResource.path],
  ['document', getDocument.path],
  ['document', getDocumentPreview.path],
] as const;

test.for(details)(
  'a hidden and a missing %s get the same response at %s equally fast: medians of many alternating calls differ by less than 5 ms [A3]',
  async ([kind, path]) => {
    const { portal, as, make, clock } = shared();
    const url = (itemId: string) => path.replace(/:\w+/, itemId);
    const hidden = {
      'for others': await make[kind]({ audience: ['AdvisorCorporate'] }),
      'a draft': await make[kind]({ isDraft: true }),
      'still to come': await make[kind]({ publishedAt: new Date(clock.now.getTime() + DAY_MS).toISOString() }),
      over: await make[kind]({ expiresAt: new Date(clock.now.getTime() - 1000).toISOString() }),
    };
    const headers = await as('ana').headers();
    const ask = async (itemId: string) => {
      const { statusCode, body, headers: answered } = await portal.inject({ url: url(itemId), headers });
      // All headers but the request id and those derived from it.
      const problem = { ...(JSON.parse(body) as object), requestId: '' };
      return { statusCode, problem, headers: { ...answered, date: '', etag: '', 'x-request-id': '' } };
    };
    const missing = await ask(crypto.randomUUID());
    for (const [what, itemId] of Object.entries(hidden)) expect(await ask(itemId), what).toEqual(missing);

    const difference = await bestOf(
      3,
      async () => {
        const times: Record<string, number[]> = { missing: [] };
        for (let i = 0; i < 150; i += 1) {
          for (const [what, itemId] of Object.entries({ ...hidden, missing: crypto.randomUUID() }))
            (times[what] ??= []).push(await msOf(() => portal.inject({ url: url(itemId), headers })));
        }
        const medians = Object.values(times).map((one) => quantile(one, 0.5));
        return Math.max(...medians) - Math.min(...medians);
      },
      5,
    );
    expect(difference).toBeLessThan(5);
  },
);

test('99 of 100 rejections take less than 50 ms, or on a busy machine less than accepted calls, whatever is wrong with the tokens [T13]', async () => {
  const port = await listen(shared().portal);
  const headersOf = ({ idToken, accessToken }: TokenPair) => ({
    authorization: `Bearer ${accessToken}`,
    'id-token': idToken,
  });
  const good = headersOf(await tokenPair(shared()));
  const bad: Array<Record<string, string>> = [
    {},
    { ...good, 'id-token': 'x' },
    { ...good, authorization: 'Bearer a.b.c' },
    headersOf(await tokenPair(shared(), { both: { exp: Math.floor(Date.now() / 1000) - 3600 } })),
    headersOf(await tokenPair(shared(), { bothKey: await createKey('stranger') })),
    headersOf(await tokenPair(shared(), { both: { iss: 'https://elsewhere.test' } })),
  ];
  const msOfCall = (headers: Record<string, string>, status: number) =>
    msOf(async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/news`, { headers });
      expect(answer.status).toBe(status);
      await answer.text();
    });
  /** By how much the rejections exceed their limit: 50 ms, or the time of accepted calls made in between. */
  const excess = async () => {
    const rejected: number[] = [];
    const accepted: number[] = [];
    const caller = async (first: number) => {
      for (let i = 0; i < 150; i += 1) {
        rejected.push(await msOfCall(bad[(first + i) % bad.length]!, 401));
        if (i % 2 === 0) accepted.push(await msOfCall(good, 200));
      }
    };
    await Promise.all([0, 3].map(caller));
    return quantile(rejected, 0.99) - Math.max(50, quantile(accepted, 0.99));
  };
  expect(await bestOf(3, excess, 0)).toBeLessThan(0);
});
