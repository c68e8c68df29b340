import { describe, expect, test } from 'vitest';
import { provision, provisionGroup, scimClient } from '../../testing/scimClient.ts';
import { testPortal } from '../../testing/testPortal.ts';

interface List {
  totalResults: number;
  itemsPerPage: number;
  nextCursor?: string;
  Resources: Array<{ id: string; userName?: string; displayName?: string }>;
}

async function setup(names: string[] = []) {
  const portal = await testPortal();
  const scim = await scimClient(portal);
  for (const [index, name] of names.entries())
    await provision(scim, name, index % 3 === 0 ? {} : { title: `Title ${index % 2}`, displayName: `P ${name}` });
  const page = async (query: string, endpoint = '/Users') => {
    const { status, body } = await scim('GET', `${endpoint}?${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body as unknown as List;
  };
  /** Reads page after page; `between` runs after each of them. */
  const readAll = async (
    query: string,
    endpoint = '/Users',
    between: (index: number) => Promise<unknown> = async () => {},
  ) => {
    const read: string[] = [];
    for (let cursor: string | undefined = '', index = 0; cursor !== undefined; index += 1) {
      const list: List = await page(`${query}&cursor=${cursor}`, endpoint);
      expect(list).not.toHaveProperty('startIndex');
      expect(list.itemsPerPage).toBe(list.Resources.length);
      expect(cursor).toMatch(/^[\w.~-]*$/);
      read.push(...list.Resources.map(({ userName, displayName }) => userName ?? displayName ?? ''));
      cursor = list.nextCursor;
      await between(index);
    }
    return read;
  };
  return { ...portal, scim, page, readAll };
}

const names = ['dora', 'Carl', 'bea', 'Anton', "o'brien&sons", 'Zoë', 'erik'];

describe('SCIM lists read with cursors', () => {
  test('have the same resources in the same order as lists read by index [OPS-460]', async () => {
    const { page, readAll } = await setup(names);
    for (const query of [
      '',
      'sortBy=userName',
      'sortBy=userName&sortOrder=descending',
      'sortBy=title',
      'sortBy=title&sortOrder=descending',
      'sortBy=displayName&filter=title%20pr',
      'sortBy=meta.created&sortOrder=descending',
      'sortBy=emails.value',
      'filter=userName%20co%20%22r%22',
      'filter=userName%20eq%20%22nobody%22',
    ]) {
      const all = (await page(query)).Resources.map(({ userName }) => userName);
      for (const count of [1, 2, 3, 7, 200]) expect(await readAll(`${query}&count=${count}`), query).toEqual(all);
      expect((await page(`${query}&cursor=&count=1`)).totalResults, query).toBe(all.length);
    }
  });

  test('list groups too, and the last page has no next cursor [OPS-460]', async () => {
    const { scim, page, readAll } = await setup();
    for (const name of ['Boston', 'Denver', 'Austin']) await provisionGroup(scim, name);
    expect(await readAll('count=2&sortBy=displayName', '/Groups')).toEqual(['Austin', 'Boston', 'Denver']);
    expect(await page('cursor&count=3', '/Groups')).not.toHaveProperty('nextCursor');
    expect(await page('count=2', '/Groups')).toMatchObject({ startIndex: 1 });
    expect(await page('count=2', '/Groups')).not.toHaveProperty('nextCursor');
  });

  test('neither repeat nor skip anyone who is there all the time, whatever is added and deleted meanwhile [OPS-460]', async () => {
    for (const query of ['count=2', 'count=2&sortBy=userName', 'count=2&sortBy=userName&sortOrder=descending']) {
      const { scim, page, readAll } = await setup(names);
      const idOf = Object.fromEntries((await page('')).Resources.map(({ id, userName }) => [userName, id]));
      const leavers = ['dora', 'Anton', 'Zoë'];
      const read = await readAll(query, '/Users', async (index) => {
        if (leavers[index] === undefined) return;
        await Promise.all([provision(scim, `a-new-${index}`), provision(scim, `z-new-${index}`)]);
        await scim('DELETE', `/Users/${idOf[leavers[index]]}`);
      });
      const stayed = names.filter((name) => !leavers.includes(name));
      expect(read.filter((name) => stayed.includes(name)).toSorted(), query).toEqual(stayed.toSorted());
      expect(new Set(read).size, query).toBe(read.length);
    }
  });

  test('answer a wrong, foreign or expired cursor with the errors of RFC 9865 [OPS-461]', async () => {
    const { scim, page, clock } = await setup(names);
    const { nextCursor = '' } = await page('cursor=&count=2&sortBy=userName');
    const wrong = (scimType: string) => ({ status: 400, body: { scimType } });
    const [content = ''] = nextCursor.split('.');
    for (const cursor of [
      'x',
      'x.y',
      content,
      `${nextCursor}x`,
      `${nextCursor}.${nextCursor}`,
      `${content.slice(1)}.${nextCursor.split('.')[1]}`,
      '%00',
      "'; select 1;--",
      'a'.repeat(3000),
    ])
      expect(await scim('GET', `/Users?sortBy=userName&cursor=${cursor}`), cursor).toMatchObject(
        wrong('invalidCursor'),
      );
    for (const query of [
      '',
      'sortBy=title&',
      'sortBy=userName&sortOrder=descending&',
      'sortBy=userName&filter=title%20pr&',
    ])
      expect(await scim('GET', `/Users?${query}cursor=${nextCursor}`), query).toMatchObject(wrong('invalidCursor'));
    expect(await scim('GET', `/Groups?cursor=${nextCursor}`)).toMatchObject(wrong('invalidCursor'));
    for (const count of ['0', '-1', '1.5', 'many', ''])
      expect(await scim('GET', `/Users?cursor=&count=${count}`), count).toMatchObject(wrong('invalidCount'));
    expect(await scim('GET', '/Users?cursor=&startIndex=1')).toMatchObject(wrong('invalidValue'));
    expect((await page('cursor=&count=99999999999')).Resources).toHaveLength(names.length);
    clock.now = new Date(clock.now.getTime() + 3590_000);
    expect((await page(`sortBy=userName&count=3&cursor=${nextCursor}`)).Resources).toHaveLength(3);
    clock.now = new Date(clock.now.getTime() + 12_000);
    expect(await scim('GET', `/Users?sortBy=userName&cursor=${nextCursor}`)).toMatchObject(wrong('expiredCursor'));
  });

  test('are announced with their limits in the provider configuration [OPS-460]', async () => {
    const { scim } = await setup();
    expect((await scim('GET', '/ServiceProviderConfig')).body).toMatchObject({
      pagination: {
        cursor: true,
        index: true,
        defaultPaginationMethod: 'index',
        defaultPageSize: 100,
        maxPageSize: 200,
        cursorTimeout: 3600,
      },
    });
  });
});
