import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ContentComponent } from '@portico/kinds/content';
import { MAX_CHANGE_BYTES, MAX_CHANGE_KEYS, type Change } from '@portico/contracts/studio/draft';
import { getStudioItem } from '@portico/contracts/studio/studio';
import { sharedPortal } from '../../testing/testPortal.ts';
import { draftCalls, header, insert } from './testing/draftCalls.ts';

const portal = sharedPortal();
const edda = () => portal().as('edda');
const { start } = draftCalls(edda);

const texts = (count: number, after: string | null = null): Change[] =>
  Array.from({ length: count }, (_, n) => insert(header(`h${n}`, 'Part'), n === 0 ? after : `h${n - 1}`));

function table(id: string, rows: number, columns: number): ContentComponent {
  const row = Array.from({ length: columns }, () => [{ type: 'text' as const, text: 'x' }]);
  return {
    id,
    type: 'Table',
    align: row.map(() => 'Left'),
    header: row,
    rows: Array.from({ length: rows }, () => row),
  };
}

const bodyOf = (changes: unknown[], base = 0) =>
  JSON.stringify({ clientId: randomUUID(), batchId: randomUUID(), base, changes });
const send = async (itemId: string, payload: string) =>
  portal().portal.inject({
    method: 'POST',
    url: `/api/v1/studio/items/${itemId}/changes`,
    headers: { ...(await edda().headers()), 'content-type': 'application/json' },
    payload,
  });
const componentsOf = async (itemId: string) =>
  (await edda().call(getStudioItem, { params: { itemId } })).draft.trees.components;

describe('a large save', () => {
  test('of hundreds of components and the largest table is accepted in one call [STUDIO-072]', async () => {
    const itemId = await start();
    expect((await send(itemId, bodyOf([insert(table('t', 150, 8)), ...texts(400, 't')]))).statusCode).toBe(200);
    expect(await componentsOf(itemId)).toHaveLength(401);
    const other = await start();
    expect((await send(other, bodyOf([insert(table('t', 500, 20))]))).statusCode).toBe(200);
    expect(await componentsOf(other)).toEqual([table('t', 500, 20)]);
  });

  /** Spreads unknown properties over several components, because each can have at most a hundred. */
  const withKeys = (count: number) => {
    const change = (keys: number) => ({
      do: 'insert',
      component: { id: randomUUID(), type: 'Header', level: 2, text: 'x', ...keyed(keys - 10) },
      place: { tree: 'components', parent: null, after: null },
    });
    const own = count - 4;
    const full = Math.floor(own / 100) - 1;
    return bodyOf([...Array.from({ length: full }, () => change(100)), change(own - full * 100)]);
  };
  const keyed = (count: number) => {
    const names = Array.from({ length: Math.min(count, 90) }, (_, n) => [`k${n}`, 0]);
    const rest = Array.from({ length: count - names.length - 1 }, (_, n) => [`r${n}`, 0]);
    return { ...Object.fromEntries(names), ...(count > 90 ? { rest: Object.fromEntries(rest) } : {}) } as object;
  };
  const nested = (depth: number) => {
    const unknown: object = { deep: '' };
    const inside = depth - ['body', 'changes', 'change', 'component'].length;
    const payload = bodyOf([insert({ ...header('h', 'x'), ...unknown })]);
    return payload.replace('"deep":""', `"deep":${'['.repeat(inside)}${']'.repeat(inside)}`);
  };
  const sized = (bytes: number) => {
    const empty = bodyOf([insert(header('h', ''))]).length;
    return bodyOf([insert(header('h', 'x'.repeat(bytes - empty)))]);
  };

  test.for<[string, string, string]>([
    ['with 25,000 keys', withKeys(25_000), withKeys(25_001)],
    ['64 levels deep', nested(64), nested(65)],
    ['of 1 MiB', sized(1_048_576), sized(1_048_577)],
  ])('%s is accepted, and more is rejected and changes nothing [D3, STUDIO-072]', async ([, most, more]) => {
    const itemId = await start();
    expect((await send(itemId, more)).json()).toMatchObject({ status: 413, code: 'payload_too_large' });
    expect(await componentsOf(itemId)).toEqual([]);
    expect((await send(itemId, most)).statusCode).toBe(200);
  });

  test('can contain the largest change that a browser sends [STUDIO-072]', async () => {
    const longest = insert(header('h', 'x'.repeat(MAX_CHANGE_BYTES - JSON.stringify(insert(header('h', ''))).length)));
    expect(JSON.stringify(longest)).toHaveLength(MAX_CHANGE_BYTES);
    expect((await send(await start(), bodyOf([longest]))).statusCode).toBe(200);
    expect(MAX_CHANGE_KEYS).toBeLessThan(25_000);
  });

  test('is rejected with a message if it makes the item too large, and a smaller one succeeds [STUDIO-072]', async () => {
    const itemId = await start();
    const long = (id: string) => insert(header(id, 'x'.repeat(900_000)));
    expect((await send(itemId, bodyOf([long('a')]))).statusCode).toBe(200);
    expect((await send(itemId, bodyOf([long('b')], 1))).statusCode).toBe(200);
    expect((await send(itemId, bodyOf([long('c')], 2))).json()).toMatchObject({
      status: 413,
      detail: 'The item is too large. Move some of it to another item.',
    });
    expect((await send(itemId, bodyOf([{ do: 'remove', id: 'a' }], 2))).statusCode).toBe(200);
    expect((await componentsOf(itemId)).map(({ id }) => id)).toEqual(['b']);
  });

  test('with thousands of errors reports only a few of them [D1, STUDIO-072]', async () => {
    const cells = {
      ...table('t', 480, 20),
      header: [],
      rows: Array.from({ length: 480 }, () => Array.from({ length: 20 }, () => [{ type: 'no' }])),
    };
    const answer = await send(await start(), bodyOf([insert(cells as ContentComponent)]));
    expect(answer.statusCode).toBe(400);
    expect(answer.body.length).toBeLessThan(10_000);
  });

  test('is the only call with larger limits: others still accept at most a thousand keys [D3]', async () => {
    const payload = JSON.stringify({ id: randomUUID(), kind: 'news', ...keyed(1000) });
    const headers = { ...(await edda().headers()), 'content-type': 'application/json' };
    const answer = await portal().portal.inject({ method: 'POST', url: '/api/v1/studio/items', headers, payload });
    expect(answer.statusCode).toBe(413);
  });
});
