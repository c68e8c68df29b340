import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { Problem } from '@portico/contracts/errors';
import { createTask, listActiveTasks, type ActiveTasks } from '@portico/contracts/todo';
import { z } from 'zod/mini';
import { aForm } from '../../testing/aForm.ts';
import { sharedPortal } from '../../testing/testPortal.ts';
import { readRows } from '../../db/rows.ts';

/* A call that writes accepts or cleanly rejects any value anywhere in its body, and never causes a server error. */

const shared = sharedPortal({ env: { RATE_LIMIT_PER_MINUTE: '0' } });
const form = aForm();
let headers: Record<string, string>;
let taskId: string;
let itemId: string;
let ofCora: ActiveTasks;

beforeAll(async () => {
  headers = await shared().as('ana').headers();
  itemId = await shared().make.resource({
    components: [
      form,
      { id: 'list', type: 'Checklist', items: [{ id: 'one', content: [{ type: 'text', text: 'One' }] }] },
    ],
  });
  const task = await shared().portal.inject({
    method: 'POST',
    url: '/api/v1/todo',
    headers,
    payload: { title: 'First' },
  });
  taskId = task.json<{ id: string }>().id;
  await shared()
    .as('cora')
    .call(createTask, { body: { title: 'Of Cora' } });
  ofCora = await shared().as('cora').call(listActiveTasks, {});
});

const task = () => ({
  id: randomUUID(),
  title: 'Call',
  note: 'About it',
  dueDate: '2026-06-12',
  priority: 'High',
  itemId,
});
const writes: Record<string, () => { method: 'POST' | 'PUT'; url: string; body: object }> = {
  'a new task': () => ({ method: 'POST', url: '/api/v1/todo', body: task() }),
  'a change of a task': () => ({
    method: 'PUT',
    url: `/api/v1/todo/${taskId}`,
    body: { version: 1, title: 'Call', note: 'x', dueDate: null, priority: 'Normal' },
  }),
  'a move of a task': () => ({ method: 'PUT', url: `/api/v1/todo/${taskId}/position`, body: { beforeId: taskId } }),
  'the order of tasks': () => ({ method: 'PUT', url: '/api/v1/todo/sort', body: { sort: 'Usual' } }),
  'a mark of a checklist': () => ({
    method: 'PUT',
    url: '/api/v1/checklists/list/one/status',
    body: { status: 'Checked' },
  }),
  'a saved entry': () => ({
    method: 'POST',
    url: `/api/v1/forms/entries/${form.formId}/save`,
    body: { values: { name: 'Ana', kind: 'other', reason: 'x' }, formVersion: 1, version: 0 },
  }),
  'an entry': () => ({
    method: 'POST',
    url: `/forms/api/v1/entries/${form.formId}`,
    body: { values: { name: 'Ana', kind: 'other', reason: 'x' }, formVersion: 1 },
  }),
};

const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u202e',
    "'; drop table todos; --",
    '9'.repeat(400),
    'x'.repeat(30_000),
    -1,
    0,
    2 ** 53,
    1e308,
    1.5,
    null,
    true,
    [],
    {},
    [[[]]],
    { toString: 'x' },
    { length: 3 },
    '0000-00-00',
    '9999-12-31',
    '2026-02-30',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.bigInt().map(String),
  fc.double().map((number) => (Number.isFinite(number) ? number : 0)),
);
const names = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  'id',
  'userId',
  'user_id',
  'state',
  'source',
  'name',
  'x'.repeat(70),
  '',
  '\u0000',
);

/** The paths of all values in a body, outermost first. */
function partsIn(body: unknown, path: string[] = []): string[][] {
  if (typeof body !== 'object' || body === null) return [path];
  return [path, ...Object.entries(body).flatMap(([key, value]) => partsIn(value, [...path, key]))];
}
function put(body: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value;
  const known = body as Record<string, unknown>;
  return { ...known, [key]: put(known[key], rest, value) };
}

describe.each(Object.keys(writes))('%s', (what) => {
  test('is accepted or rejected cleanly, whatever the body [D1, D2, D10, A6]', async () => {
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(fc.nat(), hostile, fc.option(fc.tuple(names, hostile)), async (index, value, more) => {
        const { method, url, body } = writes[what]!();
        const parts = partsIn(body);
        let changed = put(body, parts[index % parts.length]!, value);
        if (more && typeof changed === 'object' && changed !== null && !Array.isArray(changed))
          changed = Object.fromEntries([...Object.entries(changed), more]);
        const answer = await shared().portal.inject({
          method,
          url,
          headers: { ...headers, 'content-type': 'application/json' },
          payload: JSON.stringify(changed),
        });
        statuses.add(answer.statusCode);
        expect(answer.statusCode, `${JSON.stringify(changed)}\n${answer.body}`).toBeLessThan(500);
        expect(answer.body).not.toMatch(/node_modules|\.ts:|syntax error|relation "|select .+ from/i);
        if (answer.statusCode >= 400) expect(z.safeParse(Problem, answer.json()).success, answer.body).toBe(true);
      }),
      { numRuns: 120 },
    );
    expect([...statuses].some((status) => status >= 400)).toBe(true);
  });
});

test('hostile bodies have no effect on anyone else [A5]', async () => {
  expect(await shared().as('cora').call(listActiveTasks, {})).toEqual(ofCora);
  for (const table of ['todos', 'checklist_marks', 'saved_entries', 'form_entries'] as const) {
    const rows = await readRows(
      shared().db,
      z.object({ subject: z.string() }),
      sql`
      select distinct subject from ${sql.table(table)} join users on users.id = user_id`,
    );
    expect(
      rows.map(({ subject }) => subject).filter((subject) => subject !== 'ana'),
      table,
    ).toEqual(table === 'todos' ? ['cora'] : []);
  }
});
