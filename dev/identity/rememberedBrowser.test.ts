import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hashOf, implicitPath, PORTAL, sharedProvider, signInPath } from './testing/testProvider.ts';

const provider = sharedProvider();

describe('a remembered browser', () => {
  /** An account service that responds as instructed and records the calls that it received. */
  async function accountService(answer: (response: ServerResponse) => void) {
    const asked: Array<{ authorization: string | undefined; body: unknown }> = [];
    const server = createServer((request, response) => {
      let body = '';
      request
        .on('data', (chunk: Buffer) => (body += chunk.toString()))
        .on('end', () => {
          asked.push({ authorization: request.headers.authorization, body: JSON.parse(body) });
          answer(response);
        });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      secret: 'a secret of the two',
      asked,
      close: () => server.close(),
    };
  }
  const respondWith = (isRemembered: unknown) => (response: ServerResponse) =>
    void response.setHeader('content-type', 'application/json').end(JSON.stringify({ isRemembered }));

  const withTicket = { login_ticket: 'ticket-1' };

  test('needs only the password and no code, in both flows', async () => {
    const account = await accountService(respondWith(true));
    await provider.replace({ accountService: account });
    const browser = provider.openBrowser();
    const page = await browser.open(signInPath(withTicket));
    expect(
      (await browser.open(`${page.url.pathname}/password`, { username: 'broker', password: 'wrong' })).status,
    ).toBe(401);
    expect(account.asked).toEqual([]);
    const back = await browser.open(`${page.url.pathname}/password`, { username: 'broker', password: 'portico' });
    expect(back.url.origin).toBe(PORTAL);
    expect(account.asked).toEqual([
      {
        authorization: 'Bearer a secret of the two',
        body: { loginTicket: 'ticket-1', subject: 'a7d3c1f0-1c5e-4b52-9f0e-3b8f2f6a1002' },
      },
    ]);
    const implicit = await provider.openBrowser().passPassword(implicitPath(withTicket), 'broker');
    const { payload } = await provider.verify(hashOf(implicit.url).get('id_token')!, 'portal-implicit');
    expect(payload).toMatchObject({ amr: ['pwd'], acr: 'pwd' });
  });

  test.for<[string, (response: ServerResponse) => void]>([
    ['says no', respondWith(false)],
    ['returns a value of another type', respondWith('true')],
    ['fails', (response) => void response.writeHead(500).end()],
    ['rejects the call', (response) => void response.writeHead(401).end('{"isRemembered":true}')],
    ['does not return JSON', (response) => void response.end('<p>')],
    ['closes the connection', (response) => void response.destroy()],
  ])('still needs a code if the account service %s', async ([, answer]) => {
    await provider.replace({ accountService: await accountService(answer) });
    const page = await provider.openBrowser().passPassword(signInPath(withTicket), 'broker');
    expect(page.text).toContain('one-time-code');
  });

  test('is not recognized while the account service is unavailable or never responds', async () => {
    const away = await accountService(respondWith(true));
    away.close();
    await provider.replace({ accountService: away });
    expect((await provider.openBrowser().passPassword(signInPath(withTicket), 'broker')).text).toContain(
      'one-time-code',
    );
    await provider.replace({ accountService: await accountService(() => {}) });
    expect((await provider.openBrowser().passPassword(signInPath(withTicket), 'broker')).text).toContain(
      'one-time-code',
    );
  });

  test("needs a login ticket: without one the portal isn't called", async () => {
    const account = await accountService(respondWith(true));
    await provider.replace({ accountService: account });
    expect((await provider.openBrowser().passPassword(signInPath(), 'broker')).text).toContain('one-time-code');
    expect(account.asked).toEqual([]);
  });
});
