import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { api } from '@portico/contracts/api';
import type { Endpoint } from '@portico/contracts/endpoint';
import { studioFilesPath, studioPicturesPath } from '@portico/contracts/studio/pickers';
import { routePaths } from '../../../testing/routePaths.ts';
import { sharedPortal } from '../../../testing/testPortal.ts';
import { normalizeStatus, StudioMatrix, subjectOf } from '../testing/matrix.ts';
import { approvalRows, callers, itemRows, otherRows, portalRows, rawRoutes } from '../testing/matrixRows.ts';

const portal = sharedPortal();
let matrix: StudioMatrix;
beforeAll(async () => {
  matrix = await StudioMatrix.create(portal());
});

test('every studio call has a row in the permission table [STUDIO-044]', () => {
  const calls = Object.entries<Endpoint>(api).filter(([, { path }]) => path.startsWith('/api/v1/studio/'));
  const rows = [
    ...Object.keys(itemRows).filter((name) => !name.includes(' ')),
    ...Object.keys(otherRows),
    ...portalRows,
  ];
  expect(calls.map(([name]) => name).sort()).toEqual(rows.sort());
  const known = new Set(calls.map(([, { method, path }]) => `${method} ${path.replaceAll(/:\w+/g, ':')}`));
  const others = routePaths(portal().portal).filter((path) => path.includes(' /api/v1/studio/') && !known.has(path));
  expect(others.filter((path) => !path.startsWith('HEAD ')).sort()).toEqual(rawRoutes);
});

test('each role can do with each item exactly what the table allows [STUDIO-044]', async () => {
  expect(await matrix.findMismatches(itemRows)).toEqual([]);
});

test('where an approval is needed, nobody publishes or archives without one [STUDIO-034, STUDIO-044]', async () => {
  await portal().db.insertInto('studio_approval_rules').values({ scope: 'kind', value: 'news' }).execute();
  expect(await matrix.findMismatches(approvalRows)).toEqual([]);
  await portal().db.deleteFrom('studio_approval_rules').execute();
});

test('each role can do in the studio as a whole exactly what the table allows [STUDIO-044]', async () => {
  const item = await matrix.makeItem('Draft', 'own');
  const wrong: string[] = [];
  for (const [name, row] of Object.entries(otherRows))
    for (const caller of callers) {
      const may = caller === 'everything' || (caller !== 'member' && row.roles.includes(caller));
      const wanted = may ? (row.status ?? 200) : caller === 'member' ? 404 : 403;
      const status = normalizeStatus(await matrix.statusOf(caller, name, row, item));
      if (status !== wanted) wrong.push(`${name} by ${caller}: ${status}, not ${wanted}`);
    }
  for (const name of portalRows)
    for (const caller of callers.filter((each) => each !== 'everything')) {
      const { method, path } = (api as Record<string, Endpoint>)[name]!;
      const headers = await portal().as(subjectOf(caller)).headers();
      const url = path.replaceAll(/:\w+/g, () => randomUUID());
      const { statusCode } = await portal().portal.inject({
        method,
        url,
        headers,
        ...(method === 'GET' ? {} : { payload: {} }),
      });
      if (![403, 404].includes(statusCode)) wrong.push(`${name} by ${caller}: ${statusCode}`);
    }
  for (const url of [studioPicturesPath, studioFilesPath])
    for (const caller of callers) {
      const headers = { ...(await portal().as(subjectOf(caller)).headers()), 'x-file-name': 'a.bin' };
      const { statusCode } = await portal().portal.inject({ method: 'POST', url, headers, payload: 'no picture' });
      const wanted = { member: 404, approver: 403 }[caller as string];
      if (wanted !== undefined ? statusCode !== wanted : [403, 404].includes(statusCode))
        wrong.push(`${url} by ${caller}: ${statusCode}`);
    }
  expect(wrong).toEqual([]);
});
