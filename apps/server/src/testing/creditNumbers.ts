import { listDuties } from '@portico/contracts/duties';
import { listTeamDuties } from '@portico/contracts/dutyTeam';
import { createFeeds } from '@portico/contracts/feeds';
import { dayIn } from '@portico/contracts/times';
import { listActiveTasks } from '@portico/contracts/todo';
import { creditedPortal } from '../features/duties/testing/creditedPortal.ts';
import { findDigest } from '../features/publication-notifications/digest.queries.ts';

export const ZONE = 'America/New_York';

/** A portal in which all places that show the number of open duties of a person can be asked. */
export async function numbersPortal() {
  const portal = await creditedPortal({ RATE_LIMIT_PER_MINUTE: '0' });
  const { as, db, clock, idOf } = portal;
  const addresses = new Map<string, string>();
  const numbers = async (name: string) => {
    if (!addresses.has(name)) addresses.set(name, new URL((await as(name).call(createFeeds, {})).myEvents).pathname);
    const userId = await idOf(name);
    const digestAt = clock.now.toISOString();
    await db
      .insertInto('digest_mails')
      .values({ user_id: userId, digest_at: digestAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const at = { now: clock.now, today: dayIn(ZONE, clock.now), timeZone: ZONE };
    const [list, todo, digest, feed, team] = [
      await as(name).call(listDuties, { query: {} }),
      await as(name).call(listActiveTasks, {}),
      await findDigest(db, { userId, digestAt }, at),
      await portal.portal.inject({ url: addresses.get(name)! }),
      await as('ana').call(listTeamDuties, { query: { person: userId } }),
    ];
    return {
      list: list.total,
      page: list.counts.open,
      todo: todo.duties.total,
      digest: digest!.duties.open,
      feed: [...feed.body.matchAll(/^SUMMARY:(?:Please confirm|Credits): /gm)].length,
      team: team.total,
    };
  };
  return { ...portal, numbers };
}
