import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { z } from 'zod/mini';
import { confirmItem, getItemConfirmation, listDuties } from '@portico/contracts/duties';
import { createFeeds } from '@portico/contracts/feeds';
import { archiveStudioItem } from '@portico/contracts/studio/studio';
import type { Change } from '@portico/contracts/studio/draft';
import { dayIn } from '@portico/contracts/times';
import { listActiveTasks } from '@portico/contracts/todo';
import { owedDuties } from '../content/duties.ts';
import { readRows } from '../db/rows.ts';
import { updateDuties } from '../features/duties/duties.jobs.ts';
import { findDigest } from '../features/publication-notifications/digest.queries.ts';
import { savePeople } from '../sign-in/directory/savePeople.ts';
import { studioActions, titled } from './studioActions.ts';
import { testPortal } from './testPortal.ts';

const READERS = ['ana', 'cora', 'nils'];
const ZONE = 'America/New_York';
const START = new Date('2026-06-10T14:00:00Z');
const SECOND_MS = 1000;
/** The items of a history. */
const MAX_ITEMS = 2;

const who = fc.constantFrom(...READERS);
const which = fc.nat(MAX_ITEMS - 1);
const step = fc.oneof(
  fc.record({
    do: fc.constant('publish' as const),
    which,
    isForHybrid: fc.boolean(),
    isOverdue: fc.boolean(),
    expires: fc.boolean(),
  }),
  fc.record({ do: fc.constant('edit' as const), which, isMaterial: fc.boolean(), isOverdue: fc.boolean() }),
  fc.record({ do: fc.constant('archive' as const), which }),
  fc.record({ do: fc.constant('expire' as const) }),
  fc.record({ do: fc.constant('confirm' as const), which, who }),
  fc.record({ do: fc.constant('join' as const), who }),
  fc.record({ do: fc.constant('leave' as const), who }),
  fc.record({ do: fc.constant('disable' as const), who }),
  fc.record({ do: fc.constant('enable' as const), who }),
);
const asking = (isOverdue: boolean) =>
  ({
    id: 'ask',
    type: 'Confirmation',
    statement: 'I have read it.',
    dueDate: isOverdue ? '2026-06-09' : '2026-06-20',
  }) as const;
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const Recount = z.object({
  name: z.string(),
  id: z.uuid(),
  isDisabled: z.boolean(),
  open: z.int(),
  overdue: z.int(),
});

/**
 * In random histories, compares the number of open duties in all places that show it with a recount from the sources.
 * A failure names the seed and the shortest history found.
 */
export async function assertNumbersAgree(numRuns: number): Promise<void> {
  const { as, db, clock, portal, parts } = await testPortal({
    now: START,
    // A thousand histories read the calendars more often than an address may.
    env: { FIRM_TIME_ZONE: ZONE, RATE_LIMIT_PER_MINUTE: '0' },
  });
  const actions = studioActions(() => as('edda'));
  for (const name of ['edda', ...READERS]) await as(name).call(listDuties, { query: {} });
  // An item for nobody cannot be published.
  const steady = { email: 'steady@x.example', givenName: null, surname: null, advisorType: 'AdvisorHybrid' as const };
  await savePeople(db, [{ ...steady, facts: [] }], { leavers: 'keep' });
  const addresses: Record<string, string> = {};
  for (const name of READERS) addresses[name] = new URL((await as(name).call(createFeeds, {})).myEvents).pathname;

  const setPerson = (name: string, values: { advisor_type?: string; disabled_at?: string | null }) =>
    db.updateTable('users').set(values).where('subject', '=', name).execute();
  const archive = async (itemId: string) => {
    const { version } = await actions.open(itemId);
    await as('edda').call(archiveStudioItem, { params: { itemId }, body: { version } });
  };

  /** One statement for everybody; what is stored must be the same. */
  const recount = async () => {
    const now = clock.now;
    const rows = await readRows(
      db,
      Recount,
      sql`
        with owed as (${owedDuties(now)})
        select person.subject as name, person.id, person.disabled_at is not null as "isDisabled", count(owed.item_id)::int as open,
          (count(owed.item_id) filter (where owed.due_date < ${dayIn(ZONE, now)}::date))::int as overdue
        from users person left join owed on owed.user_id = person.id where person.subject = any (${READERS}::text[]) group by person.id`,
    );
    const [difference] = await readRows(
      db,
      z.object({ number: z.int() }),
      sql`
        with owed as (select item_id, user_id, round_id, due_date from (${owedDuties(now)}) owed),
          stored as (select item_id, user_id, round_id, due_date from duties where closed_at is null)
        select count(*)::int as number from ((table owed except table stored) union all (table stored except table owed)) different`,
    );
    expect(difference).toEqual({ number: 0 });
    return rows;
  };

  const assertEverywhere = async () => {
    for (const { name, id, isDisabled, open, overdue } of await recount()) {
      if (isDisabled) expect([name, open]).toEqual([name, 0]);
      else {
        const digestAt = clock.now.toISOString();
        const mail = { user_id: id, digest_at: digestAt };
        await db
          .insertInto('digest_mails')
          .values(mail)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        const at = { now: clock.now, today: dayIn(ZONE, clock.now), timeZone: ZONE };
        const places = async () => {
          const [list, todo, digest, feed] = await Promise.all([
            as(name).call(listDuties, { query: {} }),
            as(name).call(listActiveTasks, {}),
            findDigest(db, { userId: id, digestAt }, at),
            portal.inject({ url: addresses[name]! }),
          ]);
          expect(feed.statusCode).toBe(200);
          return {
            page: list.counts.open,
            list: list.total,
            overdue: list.counts.overdue,
            todo: todo.duties.total,
            digest: digest!.duties,
            feed: [...feed.body.matchAll(/^SUMMARY:Please confirm: /gm)].length,
          };
        };
        // The process hears of a changed person a moment later.
        await expect
          .poll(places)
          .toEqual({ page: open, list: open, overdue, todo: open, digest: { open, overdue }, feed: open });
      }
    }
  };

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (history) => {
      const items: Array<{ id: string; isLive: boolean } | undefined> = [];
      // Within an hour nobody gets a new token, whose claims would replace the advisor type.
      clock.now = START;
      for (const name of READERS)
        await setPerson(name, { advisor_type: name === 'ana' ? 'AdvisorHybrid' : 'Nla', disabled_at: null });
      await updateDuties({}, parts);
      for (const one of history) {
        clock.now = new Date(clock.now.getTime() + SECOND_MS);
        await perform(one, items);
        await recount();
      }
      await assertEverywhere();
      for (const item of items) if (item?.isLive) await archive(item.id);
    }),
    { numRuns },
  );

  async function perform(one: Step, items: Array<{ id: string; isLive: boolean } | undefined>): Promise<void> {
    const item = 'which' in one ? items[one.which] : undefined;
    switch (one.do) {
      case 'publish': {
        if (item) return;
        const expiresAt = new Date(clock.now.getTime() + 20 * SECOND_MS).toISOString();
        const changes: Change[] = [
          {
            do: 'insert',
            place: { tree: 'components', parent: null, after: null },
            component: asking(one.isOverdue),
          },
          ...(one.isForHybrid
            ? [{ do: 'field' as const, name: 'audience' as const, value: ['AdvisorHybrid' as const] }]
            : []),
          ...(one.expires ? [{ do: 'field' as const, name: 'expiresAt' as const, value: expiresAt }] : []),
        ];
        const id = await actions.write('Policy', changes);
        await actions.publish(id);
        items[one.which] = { id, isLive: true };
        return;
      }
      case 'edit':
        if (!item?.isLive) return;
        await actions.change(item.id, [
          titled(`Policy ${clock.now.getTime()}`),
          { do: 'set', component: asking(one.isOverdue) },
        ]);
        await actions.publish(item.id, one.isMaterial ? { asksAgain: 'It changed' } : {});
        return;
      case 'archive':
        if (!item?.isLive) return;
        await archive(item.id);
        item.isLive = false;
        return;
      case 'expire':
        clock.now = new Date(clock.now.getTime() + 30 * SECOND_MS);
        return updateDuties({}, parts);
      case 'confirm': {
        if (!item) return;
        const caller = as(one.who);
        try {
          const { revisionId } = await caller.call(getItemConfirmation, { params: { itemId: item.id } });
          await caller.call(confirmItem, { params: { itemId: item.id }, body: { revisionId, openedFrom: 'Page' } });
        } catch {
          // They don't see it, or are disabled.
        }
        return;
      }
      case 'join':
      case 'leave':
        await setPerson(one.who, { advisor_type: one.do === 'join' ? 'AdvisorHybrid' : 'Nla' });
        return updateDuties({}, parts);
      case 'disable':
      case 'enable':
        await setPerson(one.who, { disabled_at: one.do === 'disable' ? clock.now.toISOString() : null });
        return updateDuties({}, parts);
    }
  }
}
