import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { publish, saveDraft } from '@portico/server/content/publication';
import { crashDraft } from '@portico/server/testing/processes/crashWriter';
import { testDatabase } from '@portico/server/testing/testDatabase';
import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';
import { reportItem } from './itemReport.ts';
import { addPerson, change, shownItem } from './testing/shownItem.ts';

test('an audit report lists who could see an item and since when, who signed in during that time, and what happened to it [L6]', async () => {
  const { url, itemId, hybrid, corporate, editor } = await shownItem();
  const report = await reportItem(url, itemId);
  expect(report?.publications).toMatchObject([
    { revision: 1, header: 'For hybrids', audience: ['AdvisorHybrid'], publishedBy: 'Edda' },
    { revision: 2, header: 'For all', audience: [], publishedBy: 'Edda' },
  ]);
  const [first, second] = report!.publications;
  expect(first!.to).toBe(second!.from);
  expect(second!.to).not.toBeNull();
  expect(report?.couldSee).toMatchObject([
    { id: corporate, name: '=Cora', since: second!.from, signInsMeanwhile: 0 },
    { id: hybrid, name: 'Ana', since: first!.from, signInsMeanwhile: 2 },
    { id: editor, since: second!.from },
  ]);
  expect(report?.entries.map(({ action }) => action)).toEqual([
    'news.draft-saved',
    'news.published',
    'news.draft-saved',
    'news.published',
    'document.downloaded',
    'news.unpublished',
  ]);
  expect(report?.entries[4]).toMatchObject({ actor: 'Ana' });
  expect(await reportItem(url, crypto.randomUUID())).toBeUndefined();
});

test('an audit report lists no readers for an item that is scheduled or was never visible [L6]', async () => {
  const { db, url } = await testDatabase();
  await addPerson(db, 'Ana', 'AdvisorHybrid');
  const itemId = crypto.randomUUID();
  const { fields, ...content } = crashDraft(itemId, 1);
  const scheduled = { ...content, fields: { ...fields, publishedAt: '2099-01-01T00:00:00Z' } };
  await saveDraft(db, { itemId, kind: 'news', version: 0 }, scheduled, change);
  await publish(db, { itemId, version: 1 }, change);
  expect(await reportItem(url, itemId)).toMatchObject({ publications: [], couldSee: [] });
});

test('the audit report command prints JSON or CSV, errors on one line, and says that an id does not exist [L6, OPS-503]', async () => {
  const { url, itemId } = await shownItem();
  const run = async (...args: string[]) => {
    const child = spawn(process.execPath, [fileURLToPath(new URL('./main.ts', import.meta.url)), ...args], {
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, DATABASE_URL: url },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit') as Promise<[number]>,
    ]);
    return { code, out, err };
  };
  const { code, out, err } = await run('--item', itemId);
  expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(/^Database test_\w+ on .*\n$/) as string });
  expect(JSON.parse(out)).toMatchObject({ item: { id: itemId, kind: 'news' } });
  const people = (await run('--item', itemId, '--csv', 'people')).out.split('\r\n');
  expect(people[0]).toBe('"id","name","email","advisorType","since","signInsMeanwhile"');
  expect(people[1]).toContain(`"'=Cora"`);
  expect(await run('--item', crypto.randomUUID())).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no item') as string,
  });
  expect(await run('--item', 'x')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^There is no item x\. Ids look like /) as string,
  });
  expect(await run('--item', '')).toMatchObject({
    code: 2,
    err: 'The argument after --item is empty. Is a variable in the command line not set in this shell?\n',
  });
  expect(await run()).toMatchObject({ code: 2, out: expect.stringContaining('audit:report') as string });
});

test('CSV preserves quotes, commas and line breaks, and no text becomes a formula [X6]', () => {
  expect(
    toCsv([
      { a: 'x "y", z\n', b: -1, c: null },
      { a: '=1+1', b: { d: '@e' }, c: '-2' },
    ]),
  ).toBe('"a","b","c"\r\n"x ""y"", z\n","-1",\r\n"\'=1+1","{""d"":""@e""}","\'-2"\r\n');
});
