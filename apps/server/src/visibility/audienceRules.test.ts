import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { isInAudience } from '@portico/authoring/audience';
import { factOf, type Audience } from '@portico/kinds/audience';
import { advisorTypes, type AdvisorType } from '@portico/kinds/advisorType';
import { readRowOrThrow } from '../db/rows.ts';
import { testDatabase } from '../testing/testDatabase.ts';
import { rulesNaming, someFacts } from '../testing/visibility/randomRules.ts';
import { audienceOf, audienceQuery, ruleColumn, saveRule, storedAudience } from './audienceRules.ts';
import { addressedTo, addressedToPerson, ruleAnswers, ruleNumberOf } from './visibility.ts';

const Row = z.object({
  toReader: z.nullable(z.boolean()),
  toReaderBefore: z.nullable(z.boolean()),
  toReaderAfter: z.nullable(z.boolean()),
  toPerson: z.nullable(z.boolean()),
  byQuery: z.boolean(),
  audience: z.array(z.string()),
  rule: z.nullable(z.custom<Audience>()),
});

const people = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
const audiences: fc.Arbitrary<Audience> = fc.record({
  audience: fc.subarray<AdvisorType>(['AdvisorHybrid', 'AdvisorIFA', 'Nla'], { maxLength: 2 }),
  audienceRule: rulesNaming(people),
});
const persons = fc.record({
  id: fc.constantFrom(...people),
  advisorType: fc.constantFrom<AdvisorType | null>(null, 'AdvisorHybrid', 'AdvisorIFA', 'Nla', advisorTypes[0]),
  roles: fc.constantFrom<string[]>(['member'], ['member', 'editor']),
  facts: someFacts,
});

test('the database predicate and the plain evaluation of a rule agree, for readers, rows of people and head counts [AUDIENCE-002]', async () => {
  const { db } = await testDatabase();
  await fc.assert(
    fc.asyncProperty(audiences, persons, async (audience, { id, advisorType, roles, facts }) => {
      const row = await db.transaction().execute(async (trx) => {
        await sql`delete from users`.execute(trx);
        await trx
          .insertInto('users')
          .values({ id, issuer: 'test', subject: id, advisor_type: advisorType, roles, directory_facts: facts })
          .execute();
        const before = await trx
          .selectFrom('users')
          .select(['facts', ruleAnswers.as('answers')])
          .executeTakeFirstOrThrow();
        await saveRule(trx, audience);
        const after = await trx
          .selectFrom('users')
          .select(['facts', ruleAnswers.as('answers')])
          .executeTakeFirstOrThrow();
        const sees = (answers?: Uint8Array) =>
          addressedTo({ advisorType, facts: before.facts, ruleAnswers: answers }, 'item', ruleNumberOf('item'));
        return readRowOrThrow(
          trx,
          Row,
          sql`select ${sees()} as "toReader", ${sees(before.answers)} as "toReaderBefore", ${sees(after.answers)} as "toReaderAfter",
            ${addressedToPerson('item')} as "toPerson",
            coalesce(array_to_tsvector(person.facts) @@ ${audienceQuery(audience)}, true) as "byQuery",
            item.audience, ${ruleColumn('item')} as rule
          from (select ${storedAudience(audience)}::text[] as audience) item, users person`,
        );
      });
      const all = [
        factOf('person', id),
        ...(advisorType ? [factOf('advisorType', advisorType)] : []),
        ...roles.map((role) => factOf('role', role)),
        ...facts,
      ];
      const expected = isInAudience(audience, all);
      const { toReader, toReaderBefore, toReaderAfter, toPerson, byQuery } = row;
      const found = [toReader, toReaderBefore, toReaderAfter, toPerson, byQuery].map((sees) => sees ?? false);
      expect(found).toEqual(found.map(() => expected));
      const back = audienceOf(row.audience, row.rule);
      expect(storedAudience(back)).toEqual(row.audience);
      expect(back.audience).toEqual(audience.audience);
    }),
    { numRuns: 400 },
  );
});

test('an audience with a rule admits no advisor type, so that a portal without rules shows the item to no one [AUDIENCE-003]', () => {
  const [id, ...others] = storedAudience({
    audience: ['Nla'],
    audienceRule: { include: { branch: ['Boston HQ'] }, exclude: {} },
  });
  expect(others).toEqual([]);
  expect(id).toMatch(/^rule:/);
  expect(advisorTypes).not.toContain(id);
});

test('the same rule has the same id, whatever the order of its values [AUDIENCE-003]', () => {
  const of = (branch: string[]) => storedAudience({ audience: [], audienceRule: { include: { branch }, exclude: {} } });
  expect(of(['Boston HQ', 'Denver'])).toEqual(of(['Denver', 'Boston HQ', 'Denver']));
  expect(of(['Denver'])).not.toEqual(of(['Boston HQ']));
  expect(storedAudience({ audience: ['Nla'], audienceRule: { include: { branch: [] }, exclude: {} } })).toEqual([
    'Nla',
  ]);
});

test('claims take precedence over the people file in each dimension, and only the portal itself says who someone is and which roles they have [AUDIENCE-005]', async () => {
  const { db } = await testDatabase();
  const id = randomUUID();
  await db
    .insertInto('users')
    .values({
      id,
      issuer: 'test',
      subject: 'ana',
      advisor_type: 'Nla',
      roles: ['member'],
      claim_facts: ['branch:Denver'],
      directory_facts: ['branch:Boston HQ', 'state:MA', 'role:admin', 'advisorType:AdvisorIFA', `person:${people[0]}`],
    })
    .execute();
  const { facts } = await db.selectFrom('users').select('facts').executeTakeFirstOrThrow();
  expect(facts).toEqual(['advisorType:Nla', 'branch:Denver', `person:${id}`, 'role:member', 'state:MA']);
});
