import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@portico/client/ApiError';
import { withConnection } from '@portico/dev-database/databases';
import { confirmItem, getItemConfirmation } from '@portico/contracts/duties';
import { DAY_MS } from '@portico/contracts/durations';
import { listNews } from '@portico/contracts/news';
import { followDuties } from '@portico/server/content/duties';
import { createDb, createPool } from '@portico/server/db/pool';
import { studioActions } from '@portico/server/testing/studioActions';
import { timed, timesOf } from '../timing.ts';
import { callerOf, type BenchCaller, type BenchPortal } from './people.ts';

/** How often a duty for everyone is opened. */
const OPENINGS = 8;
/** How long the news list is requested before and after each. */
const QUIET_MS = 2000;
const BETWEEN_REQUESTS_MS = 5;
const POLL_MS = 50;

/** Publishes an item that asks everyone for a confirmation. Returns its id. */
export async function publishPolicy(editor: BenchCaller, title: string): Promise<string> {
  const { write, publish } = studioActions(() => editor);
  const dueDate = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10);
  const id = await write(title, [
    {
      do: 'insert',
      place: { tree: 'components', parent: null, after: null },
      component: { id: randomUUID(), type: 'Confirmation', statement: 'I have read and understood this.', dueDate },
    },
  ]);
  await publish(id);
  return id;
}

export interface Opening {
  /** The longest of several publications until everyone has the duty. */
  seconds: number;
  /** Milliseconds of the 95th percentile of the news list. */
  quietMs: number;
  busyMs: number;
  ratio: number;
}

/** Publishes what everyone must confirm, several times, while the news list is requested all the time. */
export async function measureOpening(portal: BenchPortal & { databaseUrl: string }, people: number): Promise<Opening> {
  const reader = await callerOf(portal, 'bench-reader');
  const editor = await callerOf(portal, 'bench-editor', ['editor']);
  let isBusy = false;
  let isOver = false;
  const quiet: number[] = [];
  const busy: number[] = [];
  const requests = (async () => {
    while (!isOver) {
      const before = isBusy;
      const ms = await timed(() => reader.call(listNews, { query: {} }));
      if (before || isBusy) busy.push(ms);
      else quiet.push(ms);
      await sleep(BETWEEN_REQUESTS_MS);
    }
  })();
  await sleep(QUIET_MS);
  quiet.length = 0;
  let slowest = 0;
  try {
    for (let turn = 0; turn < OPENINGS; turn += 1) {
      await sleep(QUIET_MS);
      isBusy = true;
      const ms = await timed(async () => {
        const id = await publishPolicy(editor, `Policy ${turn}`);
        while ((await countOpen(portal.databaseUrl, id)) < people) await sleep(POLL_MS);
      });
      isBusy = false;
      slowest = Math.max(slowest, ms);
    }
  } finally {
    isOver = true;
    await requests;
  }
  const [quietMs, busyMs] = [timesOf(quiet).p95Ms, timesOf(busy).p95Ms];
  return { seconds: slowest / 1000, quietMs, busyMs, ratio: busyMs / quietMs };
}

const countOpen = (url: string, itemId: string): Promise<number> =>
  withConnection(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from duties where item_id = $1 and closed_at is null',
      [itemId],
    );
    return rows[0]!.count;
  });

/** How many people confirm at once, and one after another. */
const TOGETHER = 200;
/** In which time they press in the milder case. */
const SPREAD_MS = 10_000;

export interface Confirming {
  /** Milliseconds of the 95th percentile. */
  aloneMs: number;
  /** Everyone presses within ten seconds. */
  spreadMs: number;
  /** Everyone presses in the same moment. */
  togetherMs: number;
  /** How often the portal was too busy, and somebody pressed again a second later. */
  refusals: number;
}

const PRESS_AGAIN_MS = 1000;

/** Confirms one item by people one after another, by others within ten seconds, and by others in one moment. */
export async function measureConfirming(portal: BenchPortal & { databaseUrl: string }): Promise<Confirming> {
  let refusals = 0;
  const editor = await callerOf(portal, 'bench-editor', ['editor']);
  const itemId = await publishPolicy(editor, 'A policy for many');
  const groups = { warm: 20, alone: TOGETHER, spread: TOGETHER, together: TOGETHER };
  const presses: Record<string, Array<() => Promise<number>>> = {};
  for (const [name, count] of Object.entries(groups)) {
    presses[name] = [];
    for (let index = 0; index < count; index += 1) {
      const person = await callerOf(portal, `${name} ${index}`);
      const { revisionId } = await person.call(getItemConfirmation, { params: { itemId } });
      const confirm = async (): Promise<void> => {
        try {
          await person.call(confirmItem, { params: { itemId }, body: { revisionId, openedFrom: 'Page' } });
        } catch (error) {
          if (!(error instanceof ApiError) || error.code !== 'unavailable') throw error;
          refusals += 1;
          await sleep(PRESS_AGAIN_MS);
          await confirm();
        }
      };
      presses[name].push(() => timed(confirm));
    }
  }
  // What the job of each minute does for people who are new.
  const db = createDb(createPool({ url: portal.databaseUrl, max: 1, prepare: true, statementTimeoutMs: 600_000 }));
  await followDuties(db, new Date());
  await db.destroy();
  const inTurn = async (group: Array<() => Promise<number>>) => {
    const times: number[] = [];
    for (const press of group) times.push(await press());
    return times;
  };
  await inTurn(presses['warm']!);
  const alone = await inTurn(presses['alone']!);
  const spread = await Promise.all(
    presses['spread']!.map(async (press, index) => {
      await sleep((index * SPREAD_MS) / TOGETHER);
      return press();
    }),
  );
  const together = await Promise.all(presses['together']!.map((press) => press()));
  return {
    aloneMs: timesOf(alone).p95Ms,
    spreadMs: timesOf(spread).p95Ms,
    togetherMs: timesOf(together).p95Ms,
    refusals,
  };
}
