import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '@portico/contracts/durations';
import { searchPortal, type SearchAnswer } from '@portico/contracts/search';
import type { AdvisorType } from '@portico/kinds/advisorType';
import { maintainSearchIndex } from '../../search/index/maintainSearchIndex.ts';
import { testPortal, type TestPortal } from '../../testing/testPortal.ts';
import { searchItems } from './search.queries.ts';

const audiences = fc.subarray<AdvisorType>(['AdvisorHybrid', 'Nla', 'InsuranceOnly'], { maxLength: 2 });
const words = fc.array(fc.constantFrom('rollover', 'roth', 'custodian', 'fees'), { minLength: 1, maxLength: 3 });
const minutes = fc.integer({ min: -3, max: 6 });
const steps = fc.oneof(
  fc.record({
    do: fc.constantFrom('news' as const, 'event' as const),
    words,
    audience: audiences,
    from: minutes,
    lasts: minutes,
  }),
  fc.record({ do: fc.constant('change' as const), at: fc.nat(), words, audience: audiences }),
  fc.record({ do: fc.constant('withdraw' as const), at: fc.nat() }),
  fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ do: fc.constant('maintain' as const) }),
);

test('a cached answer equals a new search, for any reader, whatever happened in the meantime [SEARCH-030]', async () => {
  const portal = await testPortal();
  const ids: string[] = [];
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 2, maxLength: 8 }), words, async (history, searched) => {
      for (const step of history) {
        for (const name of ['ana', 'nils', 'ina']) await compare(portal, name, searched[0]!);
        await apply(portal, ids, step);
      }
      for (const name of ['ana', 'nils', 'ina']) await compare(portal, name, searched[0]!);
    }),
    { numRuns: 15 },
  );
});

async function compare(portal: TestPortal, name: string, term: string): Promise<void> {
  const answered = await portal.as(name).call(searchPortal, { query: { term } });
  const { id, advisor_type, facts } = await portal.db
    .selectFrom('users')
    .select(['id', 'advisor_type', 'facts'])
    .where('subject', '=', name)
    .executeTakeFirstOrThrow();
  const reader = { id, advisorType: advisor_type as AdvisorType | null, facts, now: portal.clock.now };
  const searched: SearchAnswer = await searchItems({ db: portal.db, hasSession: false, timeoutMs: 60_000 }, reader, {
    term,
  });
  expect(answered, `${name}: ${term}`).toEqual(searched);
}

async function apply({ make, clock, db }: TestPortal, ids: string[], step: Step): Promise<void> {
  const inMinutes = (count: number) => new Date(clock.now.getTime() + count * MINUTE_MS).toISOString();
  if (step.do === 'wait') clock.now = new Date(clock.now.getTime() + step.minutes * MINUTE_MS);
  else if (step.do === 'maintain') await maintainSearchIndex(db, clock.now);
  else if (step.do === 'news' || step.do === 'event') {
    const fields = { header: step.words.join(' '), audience: step.audience, publishedAt: inMinutes(step.from) };
    if (step.do === 'news') {
      const expiresAt = step.lasts > 0 ? inMinutes(step.from + step.lasts) : null;
      ids.push(await make.news({ ...fields, expiresAt }));
    } else {
      const endsAt = inMinutes(step.from + Math.max(1, step.lasts));
      ids.push(await make.event({ ...fields, startsAt: inMinutes(step.from), endsAt }));
    }
  } else if ('at' in step && ids.length > 0) {
    const index = step.at % ids.length;
    if (step.do === 'withdraw') await make.withdraw(ids.splice(index, 1)[0]!);
    else await make.republish(ids[index]!, { header: step.words.join(' '), audience: step.audience });
  }
}

type Step = typeof steps extends fc.Arbitrary<infer Value> ? Value : never;
