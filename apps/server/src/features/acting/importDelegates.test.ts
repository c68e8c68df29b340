import { expect, test } from 'vitest';
import { listDelegations } from '@portico/contracts/acting';
import { testPortal } from '../../testing/testPortal.ts';
import { readDelegatesFile } from './delegatesFile.ts';
import { importDelegates } from './importDelegates.ts';
import { actingOn, NOW, TODAY } from './testing/actingPortal.ts';

const HEAD = 'Person,Delegate,Scopes,From,Until';
const fileOf = (...lines: string[]) => readDelegatesFile(Buffer.from([HEAD, ...lines].join('\n')));

test('a file gives rights once, names each line that is not possible, and a dry run changes nothing [ACT-015]', async () => {
  const portal = await testPortal({ now: NOW });
  const { as, db } = portal;
  const { idOf } = actingOn(portal);
  for (const name of ['ana', 'nils'])
    await db
      .updateTable('users')
      .set({ email: `${name}@x.example` })
      .where('id', '=', await idOf(name))
      .execute();
  const file = fileOf(
    `ana@x.example,Nils@x.example,tasks; Events,${TODAY},2026-12-31`,
    `ana@x.example,ana@x.example,Tasks,${TODAY},2026-12-31`,
    `ana@x.example,nils@x.example,Tasks,${TODAY},2027-06-11`,
    `ana@x.example,gone@x.example,Tasks,${TODAY},2026-12-31`,
    `ana@x.example,nils@x.example,Money,${TODAY},2026-12-31`,
    'ana@x.example,nils@x.example,Tasks,tomorrow,2026-12-31',
    'Ana,nils@x.example,Tasks,2026-06-11,2026-12-31',
  );
  const rejected = [
    { line: 3, reason: 'Nobody can act for themselves.' },
    { line: 4, reason: 'At most one year is possible.' },
    { line: 5, reason: 'nobody has the address gone@x.example' },
    { line: 6, reason: '“Money” is not a scope: Duties, Tasks, Notices, Events, Forms' },
    { line: 7, reason: 'from “tomorrow” is not a day such as 2026-12-31' },
    { line: 8, reason: 'person “Ana” is not an email address' },
  ];
  const run = (isDryRun: boolean) => importDelegates(db, file, { today: TODAY, now: NOW, isDryRun });
  const delegates = async () => (await as('ana').call(listDelegations, {})).delegates;
  expect(await run(true)).toEqual({ given: 1, unchanged: 0, rejected });
  expect(await delegates()).toEqual([]);
  expect(await run(false)).toEqual({ given: 1, unchanged: 0, rejected });
  const [given] = await delegates();
  expect(given).toMatchObject({ scopes: ['Events', 'Tasks'], from: TODAY, until: '2026-12-31' });
  expect(await run(false)).toEqual({ given: 0, unchanged: 1, rejected });
  expect(await delegates()).toEqual([given]);
});

test.for([
  ['no lines', '', 'The file is empty.'],
  ['a missing column', 'person,delegate,from,until\n', 'The file has no column scopes.'],
] as const)('a file with %s is refused as a whole [ACT-015]', ([, text, message]) => {
  expect(() => readDelegatesFile(Buffer.from(text))).toThrow(message);
});
