import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { ControlledTransaction } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { withConnection } from '@portico/dev-database/databases';
import { isInAudience } from '@portico/authoring/audience';
import type { Audience } from '@portico/kinds/audience';
import { createDb, createPool, type Db } from '../db/pool.ts';
import type { DB } from '../db/schema.generated.ts';
import { findPerson, type Person } from '../sign-in/people.ts';
import { testDatabase } from '../testing/testDatabase.ts';
import { rulesNaming, someFacts } from '../testing/visibility/randomRules.ts';
import { saveRule, storedAudience } from './audienceRules.ts';
import { addressedTo, MAX_KNOWN_RULES } from './visibility.ts';

/* Tests what processes cache about rules, while others are added and facts change. */

const people = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const;
const PROCESSES = 2;

const audiences: fc.Arbitrary<Audience> = fc.record({
  audience: fc.constant([]),
  audienceRule: rulesNaming([...people]),
});
const who = { process: fc.nat({ max: PROCESSES - 1 }), person: fc.constantFrom(...people) };
const steps = fc.array(
  fc.oneof(
    fc.record({ does: fc.constant('publishes' as const), audience: audiences }),
    fc.record({ does: fc.constant('begins' as const), audience: audiences }),
    fc.record({ does: fc.constant('commits' as const), first: fc.boolean() }),
    fc.record({ does: fc.constant('changes facts' as const), facts: someFacts, ...who }),
    fc.record({ does: fc.constant('reads the person' as const), ...who }),
    fc.record({ does: fc.constant('lists' as const), ...who }),
  ),
  { minLength: 15, maxLength: 40 },
);
type Step = typeof steps extends fc.Arbitrary<Array<infer One>> ? One : never;

interface Process {
  db: Db;
  remembered: Map<string, Person>;
}

interface Publication {
  id: string;
  audience: Audience;
}

/** Executes steps one after another, like processes on one database. */
class History {
  readonly #processes: Process[];
  readonly #published: Publication[] = [];
  readonly #open: Array<Publication & { transaction: ControlledTransaction<DB> }> = [];

  constructor(processes: Process[]) {
    this.#processes = processes;
  }

  async take(step: Step): Promise<void> {
    if (step.does === 'publishes' || step.does === 'begins')
      return this.#publish(step.audience, step.does === 'begins');
    if (step.does === 'commits') return this.#commit(step.first);
    const { db, remembered } = this.#processes[step.process]!;
    if (step.does === 'changes facts')
      await db.updateTable('users').set({ directory_facts: step.facts }).where('id', '=', step.person).execute();
    if (step.does === 'reads the person') remembered.set(step.person, (await findPerson(db, step.person))!);
    if (step.does === 'lists') await this.#list(db, remembered.get(step.person)!);
  }

  async end(): Promise<void> {
    for (const { transaction } of this.#open) await transaction.rollback().execute();
  }

  async #publish(audience: Audience, staysOpen: boolean): Promise<void> {
    const [rule] = storedAudience(audience);
    // Saving the same rule would wait for the other transaction, which only a later step commits.
    if (this.#open.some((other) => storedAudience(other.audience)[0] === rule)) return;
    const publication = { id: randomUUID(), audience };
    const transaction = await this.#processes[0]!.db.startTransaction().execute();
    await saveRule(transaction, audience);
    await transaction
      .insertInto('content_items')
      .values({ id: publication.id, kind: 'news', audience: storedAudience(audience) })
      .execute();
    this.#open.push({ ...publication, transaction });
    if (!staysOpen) await this.#commit(false);
  }

  async #commit(first: boolean): Promise<void> {
    const publication = first ? this.#open.shift() : this.#open.pop();
    if (!publication) return;
    await publication.transaction.commit().execute();
    this.#published.push(publication);
  }

  async #list(db: Db, person: Person): Promise<void> {
    const listed = await db
      .selectFrom('content_items as item')
      .select('id')
      .where('id', 'in', [randomUUID(), ...this.#published.map(({ id }) => id)])
      .where(addressedTo(person))
      .execute();
    const expected = this.#published.filter(({ audience }) => isInAudience(audience, person.facts));
    expect(listed.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
  }
}

test('processes that remember which rules match a person list items as the rules say, in any history of rules, open transactions and facts [STUDIO-270]', async () => {
  const { url, portalUrl, db } = await testDatabase();
  const other = createDb(createPool({ url: portalUrl, max: 5, prepare: false, statementTimeoutMs: 30_000 }));
  onTestFinished(() => other.destroy());
  for (const id of people) await db.insertInto('users').values({ id, issuer: 'test', subject: id }).execute();
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      await withConnection(url, (client) => client.query('delete from audience_rules'));
      const processes = [db, other].map((connection) => ({ db: connection, remembered: new Map<string, Person>() }));
      for (const { db: connection, remembered } of processes)
        for (const id of people) remembered.set(id, (await findPerson(connection, id))!);
      const history = new History(processes);
      try {
        for (const step of taken) await history.take(step);
      } finally {
        await history.end();
      }
    }),
    { numRuns: 60 },
  );
});

test('a rule whose number is too high to be remembered still applies [STUDIO-270]', async () => {
  const { db, url } = await testDatabase();
  const [id] = people;
  await db
    .insertInto('users')
    .values({ id, issuer: 'test', subject: id, directory_facts: ['branch:Denver'] })
    .execute();
  const numbered = async (number: number, branch: string[]) => {
    await withConnection(url, (client) =>
      client.query(`alter table audience_rules alter column number restart with ${number}`),
    );
    const audience: Audience = { audience: [], audienceRule: { include: { branch }, exclude: {} } };
    await saveRule(db, audience);
    const item = randomUUID();
    await db
      .insertInto('content_items')
      .values({ id: item, kind: 'news', audience: storedAudience(audience) })
      .execute();
    const person = (await findPerson(db, id))!;
    const seen = await db.selectFrom('content_items as item').select('id').where(addressedTo(person)).execute();
    return { remembered: person.ruleAnswers!.length, sees: seen.some((row) => row.id === item) };
  };
  const remembered = MAX_KNOWN_RULES;
  expect(await numbered(MAX_KNOWN_RULES - 1, ['Denver', '1'])).toEqual({ remembered, sees: true });
  expect(await numbered(MAX_KNOWN_RULES, ['Denver', '2'])).toEqual({ remembered, sees: true });
  expect(await numbered(MAX_KNOWN_RULES + 1, ['Boston'])).toEqual({ remembered, sees: false });
});

test('publishing with the same rule again uses up no number', async () => {
  const { db } = await testDatabase();
  const audience: Audience = { audience: [], audienceRule: { include: { branch: ['Denver'] }, exclude: {} } };
  const other: Audience = { audience: [], audienceRule: { include: { branch: ['Boston'] }, exclude: {} } };
  for (const one of [audience, audience, audience, other]) await saveRule(db, one);
  const rules = await db.selectFrom('audience_rules').select('number').orderBy('number').execute();
  expect(rules.map(({ number }) => number)).toEqual([1, 2]);
});

test('a row that is given another audience has that audience’s rule, or none [AUDIENCE-002]', async () => {
  const { db } = await testDatabase();
  const rule = (branch: string): Audience => ({
    audience: [],
    audienceRule: { include: { branch: [branch] }, exclude: {} },
  });
  await saveRule(db, rule('Denver'));
  await saveRule(db, rule('Boston'));
  const id = randomUUID();
  await db
    .insertInto('content_items')
    .values({ id, kind: 'news', audience: storedAudience(rule('Denver')) })
    .execute();
  const numberAfter = async (audience: string[]) => {
    const changed = db.updateTable('content_items').set({ audience }).where('id', '=', id).returning('rule_number');
    return (await changed.executeTakeFirstOrThrow()).rule_number;
  };
  expect(await numberAfter(storedAudience(rule('Boston')))).toBe(2);
  expect(await numberAfter(['Nla'])).toBeNull();
  expect(await numberAfter(storedAudience(rule('Denver')))).toBe(1);
  expect(await numberAfter([])).toBeNull();
});
