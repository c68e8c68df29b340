import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@portico/contracts/durations';
import { api } from '@portico/contracts/api';
import type { Endpoint } from '@portico/contracts/endpoint';
import { itemRoles } from '@portico/contracts/studio/roles';
import type { StudioState } from '@portico/contracts/studio/studio';
import { getCurrentUser } from '@portico/contracts/users';
import type { TestPortal } from '../../../testing/testPortal.ts';
import {
  callers,
  departments,
  itemParams,
  states,
  type CallerName,
  type Department,
  type Item,
  type Row,
} from './matrixRows.ts';

/** The number of concurrent calls, few enough that the server does not reject any. */
const MAX_CONCURRENT_CALLS = 4;

export const subjectOf = (caller: CallerName) => (caller === 'everything' ? 'edda' : `matrix-${caller}`);

/** A status in the form of the table, which does not distinguish 200 from 204. */
export const normalizeStatus = (status: number): number => (status === 204 ? 200 : status);

/** The status that the table expects for a caller. A role applies only to its own department. */
function expected(caller: CallerName, department: Department, state: StudioState, { may, never }: Row): number {
  if (caller === 'member') return 404;
  if (caller === never) return 403;
  if (caller !== 'everything' && department !== 'own') return 404;
  const answer = may(caller === 'everything' ? 'administrator' : caller, state);
  return answer === true ? 200 : answer;
}

/** Makes the calls of the table on a portal and compares the responses. */
export class StudioMatrix {
  readonly #portal: TestPortal;
  readonly #ids: ReadonlyMap<CallerName | 'writer', string>;
  /** Items for read-only rows, by state and department. */
  readonly #read = new Map<string, Promise<Item>>();

  private constructor(portal: TestPortal, ids: ReadonlyMap<CallerName | 'writer', string>) {
    this.#portal = portal;
    this.#ids = ids;
  }

  /** Signs the callers in and gives them their roles. */
  static async create(portal: TestPortal): Promise<StudioMatrix> {
    const ids = new Map<CallerName | 'writer', string>();
    const { db, as, clock } = portal;
    for (const name of [...callers, 'writer'] as const) {
      const subject = name === 'writer' ? 'matrix-writer' : subjectOf(name);
      await as(subject).call(getCurrentUser, {});
      const row = await db.selectFrom('users').select('id').where('subject', '=', subject).executeTakeFirstOrThrow();
      ids.set(name, row.id);
    }
    const roles = itemRoles.map((role) => ({ user_id: ids.get(role)!, role, department: departments.own }));
    await db
      .insertInto('studio_roles')
      .values(roles.map((role) => ({ ...role, given_at: new Date() })))
      .execute();
    // The next request reads the person's roles again.
    clock.now = new Date(clock.now.getTime() + 60_000);
    return new StudioMatrix(portal, ids);
  }

  /** Creates an item of a department in a state. */
  async makeItem(state: StudioState, department: Department, kind: 'news' | 'event' = 'news'): Promise<Item> {
    const { make, db, clock } = this.#portal;
    const at = (days: number) => new Date(clock.now.getTime() + days * DAY_MS).toISOString();
    const isDraft = state === 'Draft' || state === 'InReview' || state === 'Approved';
    const id = await make[kind]({
      authorDepartment: departments[department],
      isDraft,
      ...(kind === 'event' ? { locationType: 'Virtual', registration: {} } : {}),
      ...(state === 'Scheduled' ? { publishedAt: at(1) } : {}),
      ...(state === 'Expired' ? { publishedAt: at(-2), expiresAt: at(-1) } : {}),
    });
    if (state === 'Archived') await make.withdraw(id);
    const { version } = await db
      .selectFrom('content_items')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (state === 'InReview' || state === 'Approved')
      await db
        .insertInto('studio_reviews')
        .values({
          item_id: id,
          state: state === 'Approved' ? 'Approved' : 'Requested',
          purpose: 'Publish',
          note: '',
          requested_by: this.#ids.get('writer')!,
          requested_at: clock.now,
          ...(state === 'Approved' ? { version, sequence: 0 } : {}),
        })
        .execute();
    const threadId = randomUUID();
    await db.insertInto('studio_threads').values({ id: threadId, item_id: id, started_at: clock.now }).execute();
    return { id, version, threadId, memberId: this.#ids.get('member')! };
  }

  /** All rows that change nothing share an item. */
  #itemToRead(state: StudioState, department: Department, kind: Row['kind']): Promise<Item> {
    const key = `${kind} ${state} ${department}`;
    const item = this.#read.get(key) ?? this.makeItem(state, department, kind);
    this.#read.set(key, item);
    return item;
  }

  async statusOf(caller: CallerName, name: string, row: Omit<Row, 'may'>, item: Item): Promise<number> {
    const endpoint = (api as Record<string, Endpoint>)[name.split(' ')[0]!]!;
    const params = row.params?.(item) ?? itemParams(item);
    const url = Object.entries(params).reduce((path, [key, value]) => path.replace(`:${key}`, value), endpoint.path);
    const { statusCode } = await this.#portal.portal.inject({
      method: endpoint.method,
      url,
      query: row.query ?? {},
      headers: await this.#portal.as(subjectOf(caller)).headers(),
      ...(row.body ? { payload: row.body(item) } : {}),
    });
    return statusCode;
  }

  /** Finds the calls whose status differs from the table, in any department and state. */
  async findMismatches(rows: Record<string, Row>): Promise<string[]> {
    const remaining = Object.entries(rows);
    const wrong: string[] = [];
    const work = async () => {
      for (let next = remaining.pop(); next; next = remaining.pop())
        for (const state of states)
          for (const department of Object.keys(departments) as Department[])
            wrong.push(...(await this.#compare(...next, state, department)));
    };
    await Promise.all(Array.from({ length: MAX_CONCURRENT_CALLS }, work));
    return wrong;
  }

  async #compare(name: string, row: Row, state: StudioState, department: Department): Promise<string[]> {
    const wrong: string[] = [];
    const make = () =>
      row.isChange ? this.makeItem(state, department, row.kind) : this.#itemToRead(state, department, row.kind);
    let item = await make();
    for (const caller of callers) {
      const wanted = expected(caller, department, state, row);
      const status = normalizeStatus(await this.statusOf(caller, name, row, item));
      if (status !== wanted) wrong.push(`${name} by ${caller}, ${department}, ${state}: ${status}, not ${wanted}`);
      if (status === 200 && row.isChange) item = await make();
    }
    return wrong;
  }
}
