import { request } from 'node:http';
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { rotateBrowserId } from '@portico/contracts/account';
import { api } from '@portico/contracts/api';
import { formFilePath } from '@portico/contracts/forms';
import { studioFilesPath } from '@portico/contracts/studio/pickers';
import { REPORTS_PATH } from '../headers/securityHeaders.ts';
import { listen, sendRaw } from '../../testing/rawHttp.ts';
import { asRoute, routePaths } from '../../testing/routePaths.ts';
import { sharedPortal } from '../../testing/testPortal.ts';

const shared = sharedPortal({ env: { RATE_LIMIT_PER_MINUTE: '0' } });
const codings = ['gzip', 'x-gzip', 'deflate', 'br', 'zstd', 'compress', 'GZIP', 'gzip, identity', 'identity, br', 'x'];

test('every route rejects an encoded body with 415, also those that the API description leaves out [D3]', async () => {
  const { portal, as } = shared();
  const routes = routePaths(portal);
  // The description's routes, and static files, pages, feeds, reports and SCIM besides.
  for (const { method, path } of Object.values(api)) expect(routes).toContain(`${method} ${asRoute(path)}`);
  const others = ['GET /scim/v2/Nothing', 'POST /no/such/route', 'PUT /', 'GET /news', 'GET /assets/main.js'];
  const signedIn = await as('adam').headers();
  const payload = gzipSync(JSON.stringify({ values: {} }));
  for (const [index, route] of [...routes, ...others].entries()) {
    const [method = '', path = ''] = route.split(' ');
    for (const headers of [{}, signedIn]) {
      const answer = await portal.inject({
        method: method as 'POST',
        url: path.replaceAll(':', randomUUID()).replaceAll('*', 'x'),
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-encoding': codings[index % codings.length]!,
        },
        ...(method === 'GET' ? {} : { payload }),
      });
      expect(answer.statusCode, `${route}\n${answer.body}`).toBe(415);
      expect(answer.headers['accept-encoding'], route).toBe('identity');
    }
  }
});

test('a body that says it is not encoded is accepted [D3]', async () => {
  const { portal, as } = shared();
  for (const coding of ['identity', 'Identity', '', 'identity, identity']) {
    const answer = await portal.inject({
      method: 'POST',
      url: '/api/v1/todo',
      headers: { ...(await as('ana').headers()), 'content-encoding': coding },
      payload: { title: 'Call the custodian' },
    });
    expect(answer.statusCode, coding).toBe(200);
  }
});

test('half of an encoded body gets 415 and a closed connection, and nothing waits for the rest [D3, D4]', async () => {
  const port = await listen(shared().portal);
  const pathsAndTypes = [
    ['/forms/api/v1/entries/x', 'application/json'],
    [formFilePath(randomUUID()), 'application/octet-stream'],
    [studioFilesPath, 'application/octet-stream'],
    ['/scim/v2/Users', 'application/scim+json'],
    [REPORTS_PATH, 'application/reports+json'],
    [rotateBrowserId.path, 'application/json'],
  ];
  for (const [path, type] of pathsAndTypes)
    for (const framing of ['Content-Length: 900000', 'Transfer-Encoding: chunked']) {
      const answer = await sendRaw(
        port,
        `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Encoding: gzip\r\n${framing}\r\n\r\n5\r\nhalf`,
      );
      expect([answer.status, answer.headers['connection']], path).toEqual([415, 'close']);
    }
});

test('a sender of a large encoded body reads the 415 [D3]', async () => {
  const { port } = shared().portal.server.address() as { port: number };
  const status = await new Promise((answered, failed) => {
    const call = request(
      { port, method: 'POST', path: studioFilesPath, headers: { 'content-encoding': 'gzip' } },
      (answer) => answered(answer.resume().statusCode),
    );
    call.once('error', failed);
    call.end(Buffer.alloc(20_000_000));
  });
  expect(status).toBe(415);
});
