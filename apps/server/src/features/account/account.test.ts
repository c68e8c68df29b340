import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '@portico/contracts/durations';
import { BROWSER_ID_COOKIE } from '@portico/contracts/account';
import { testPortal, type TestPortalOptions } from '../../testing/testPortal.ts';
import { deleteExpired } from './browsers.queries.ts';
import { readRows } from '../../db/rows.ts';
import { z } from 'zod/mini';

const SECRET = 'a-secret-that-nobody-guesses-in-a-lifetime';
const now = new Date('2026-06-10T12:00:00Z');

async function setup(env: TestPortalOptions['env'] = {}) {
  const portal = await testPortal({
    now,
    env: {
      REMEMBER_BROWSER: 'true',
      ACCOUNT_SECRET: SECRET,
      PUBLIC_URL: 'https://portal.example.com',
      OIDC_ISSUER: 'https://id.example.com',
      ...env,
    },
    issuer: { issuer: 'https://id.example.com' },
  });
  const { clock, db } = portal;
  const post = (call: string, headers: Record<string, string> = {}, payload?: object) =>
    portal.portal.inject({ method: 'POST', url: `/api/Account/${call}`, headers, ...(payload ? { payload } : {}) });

  /** A browser that stores the cookie. Its calls are made as the person `name`, or signed out. */
  function openBrowser(cookie?: string) {
    const browser = {
      cookie,
      async ask(call: string, name?: string) {
        const answer = await post(call, {
          ...(name ? await portal.as(name).headers() : {}),
          ...(browser.cookie ? { cookie: `${BROWSER_ID_COOKIE}=${browser.cookie}` } : {}),
        });
        expect(answer.statusCode, answer.body).toBe(200);
        const set = /^__Host-portico_browser=([\w-]*); Path=\/; Max-Age=(\d+); HttpOnly; Secure; SameSite=Lax$/.exec(
          String(answer.headers['set-cookie'] ?? ''),
        );
        if (answer.headers['set-cookie'] !== undefined) expect(set).not.toBeNull();
        if (set) browser.cookie = set[1] || undefined;
        return answer.json<{ isRemembered?: boolean; loginTicket?: string | null }>();
      },
      remember: async (name: string) => (await browser.ask('CheckAndRotateBrowserIdCookie', name)).isRemembered,
      isRemembered: async (name: string) => (await browser.ask('GetRememberedBrowserStatus', name)).isRemembered,
      ticket: async () => (await browser.ask('InitLogin')).loginTicket,
    };
    return browser;
  }
  const redeem = async (loginTicket: string, subject: string, secret = SECRET) =>
    post('RedeemLoginTicket', { authorization: `Bearer ${secret}` }, { loginTicket, subject });
  return {
    ...portal,
    post,
    openBrowser,
    redeem,
    isKnown: async (loginTicket: string | null | undefined, subject: string) =>
      (await redeem(loginTicket ?? 'none', subject)).json<{ isRemembered: boolean }>().isRemembered,
    pass: (ms: number) => void (clock.now = new Date(clock.now.getTime() + ms)),
    entries: async () =>
      (
        await readRows(
          db,
          z.object({ action: z.string() }),
          sql`select action from audit_log where action like 'browser.%' order by id`,
        )
      ).map(({ action }) => action),
  };
}

test('a browser is remembered on request, for one person, by a 256-bit id that is stored as a digest [REMEMBER-018, REMEMBER-019, S9, H7]', async () => {
  const { openBrowser, db } = await setup();
  const browser = openBrowser();
  expect(await browser.isRemembered('ana')).toBe(false);
  expect(browser.cookie).toBeUndefined();
  expect(await browser.remember('ana')).toBe(true);
  expect(browser.cookie).toMatch(/^[\w-]{43}$/);
  expect(await browser.isRemembered('ana')).toBe(true);
  expect(await browser.isRemembered('nils')).toBe(false);
  expect(await openBrowser().isRemembered('ana')).toBe(false);
  const [row] = await db.selectFrom('remembered_browsers').selectAll().execute();
  expect(JSON.stringify(row)).not.toContain(browser.cookie);
  expect(row!.secret_hash).toHaveLength(32);
});

test("only a person's most recent browser is remembered [REMEMBER-017, S9]", async () => {
  const { openBrowser, db, entries } = await setup();
  const [first, second] = [openBrowser(), openBrowser()];
  await first.remember('ana');
  await second.remember('ana');
  expect([await first.isRemembered('ana'), await second.isRemembered('ana')]).toEqual([false, true]);
  await openBrowser().remember('nils');
  expect(await second.isRemembered('ana')).toBe(true);
  expect(await db.selectFrom('remembered_browsers').select('user_id').execute()).toHaveLength(2);
  expect(await entries()).toEqual(['browser.remembered', 'browser.remembered', 'browser.remembered']);
});

test('each assertion rotates the id and restarts the 30 days, after which the browser is forgotten [S9]', async () => {
  const { openBrowser, pass } = await setup();
  const browser = openBrowser();
  await browser.remember('ana');
  const first = browser.cookie;
  pass(30 * DAY_MS - 1);
  expect(await browser.remember('ana')).toBe(true);
  expect(browser.cookie).not.toBe(first);
  pass(30 * DAY_MS - 1);
  expect(await browser.isRemembered('ana')).toBe(true);
  pass(1);
  expect([await browser.isRemembered('ana'), await browser.ticket()]).toEqual([false, null]);
});

test('concurrent assertions from two tabs keep the browser remembered, with one id [S9]', async () => {
  const { openBrowser, pass } = await setup();
  const browser = openBrowser();
  await browser.remember('ana');
  const before = browser.cookie;
  const tabs = [openBrowser(before), openBrowser(before), openBrowser(before)];
  expect(await Promise.all(tabs.map((tab) => tab.remember('ana')))).toEqual([true, true, true]);
  const renewed = tabs.map((tab) => tab.cookie).filter((cookie) => cookie !== before);
  expect(renewed).toHaveLength(1);
  pass(30_000);
  expect(await openBrowser(before).isRemembered('ana')).toBe(true);
  pass(60_000);
  expect(await openBrowser(renewed[0]).isRemembered('ana')).toBe(true);
});

describe('an old id used more than 30 seconds after its rotation counts as stolen', () => {
  test.for(['isRemembered', 'remember', 'ticket'] as const)(
    'and the browser is forgotten when %s detects it, with one audit entry [S9, L3]',
    async (way) => {
      const { openBrowser, pass, entries } = await setup();
      const browser = openBrowser();
      await browser.remember('ana');
      const thief = openBrowser(browser.cookie);
      await browser.remember('ana');
      pass(30_001);
      expect(await thief[way]('ana')).toBe(way === 'ticket' ? null : false);
      expect(await browser.isRemembered('ana')).toBe(false);
      expect(await browser.ticket()).toBeNull();
      expect(await entries()).toEqual(['browser.remembered', 'browser.revoked']);
      if (way !== 'ticket') expect(thief.cookie).toBeUndefined();
      await browser.remember('ana');
      expect(await browser.isRemembered('ana')).toBe(true);
    },
  );

  test('even if someone else is signed in to the browser', async () => {
    const { openBrowser, pass } = await setup();
    const browser = openBrowser();
    await browser.remember('ana');
    const copied = openBrowser(browser.cookie);
    await browser.remember('ana');
    pass(30_001);
    expect(await copied.isRemembered('nils')).toBe(false);
    expect(await browser.isRemembered('ana')).toBe(false);
  });
});

test('a shared computer is remembered for the last person who requested it', async () => {
  const { openBrowser } = await setup();
  const browser = openBrowser();
  await browser.remember('ana');
  await browser.remember('nils');
  expect([await browser.isRemembered('nils'), await browser.isRemembered('ana')]).toEqual([true, false]);
});

describe('a sign-in', () => {
  test('announced by the remembered browser is recognized once, within ten minutes, for that person [S9]', async () => {
    const { openBrowser, isKnown, pass, entries } = await setup();
    const browser = openBrowser();
    expect(await browser.ticket()).toBeNull();
    await browser.remember('ana');
    const ticket = await browser.ticket();
    expect(ticket).toMatch(/^[\w-]{43}$/);
    expect(await isKnown(ticket, 'ana')).toBe(true);
    expect(await isKnown(ticket, 'ana')).toBe(false);
    const other = await browser.ticket();
    expect(await isKnown(other, 'nils')).toBe(false);
    expect(await isKnown(other, 'ana')).toBe(false);
    const [early, late] = [await browser.ticket(), await browser.ticket()];
    pass(10 * 60_000 - 1);
    expect(await isKnown(early, 'ana')).toBe(true);
    pass(1);
    expect(await isKnown(late, 'ana')).toBe(false);
    expect(await isKnown('x'.repeat(43), 'ana')).toBe(false);
    expect(await entries()).toEqual(['browser.remembered', 'browser.recognized', 'browser.recognized']);
  });

  test('is recognized after a rotation, but not after a replacement, a revocation or disabling the person [S9, S7]', async () => {
    const { openBrowser, isKnown, db } = await setup();
    const browser = openBrowser();
    await browser.remember('ana');
    const before = await browser.ticket();
    await browser.remember('ana');
    expect(await isKnown(before, 'ana')).toBe(true);
    const replaced = await browser.ticket();
    const second = openBrowser();
    await second.remember('ana');
    expect(await isKnown(replaced, 'ana')).toBe(false);
    const ticket = await second.ticket();
    await db.updateTable('users').set({ disabled_at: now.toISOString() }).where('subject', '=', 'ana').execute();
    expect(await isKnown(ticket, 'ana')).toBe(false);
    expect(await second.ticket()).toBeNull();
  });

  test('a ticket redeemed concurrently works once', async () => {
    const { openBrowser, isKnown } = await setup();
    const browser = openBrowser();
    await browser.remember('ana');
    const ticket = await browser.ticket();
    const answers = await Promise.all(Array.from({ length: 8 }, () => isKnown(ticket, 'ana')));
    expect(answers.filter(Boolean)).toHaveLength(1);
  });

  test('only the identity provider, with its secret, learns whether a browser is remembered [A1]', async () => {
    const { post, redeem, as } = await setup();
    const body = { loginTicket: 'x', subject: 'ana' };
    for (const headers of [
      {},
      { authorization: SECRET },
      { authorization: `Basic ${SECRET}` },
      { authorization: 'Bearer ' },
      { authorization: `Bearer ${SECRET}x` },
      await as('edda').headers(),
    ]) {
      const answer = await post('RedeemLoginTicket', headers, body);
      expect(answer.statusCode).toBe(401);
      expect(answer.headers['www-authenticate']).toBe('Bearer realm="portico account"');
    }
    expect((await redeem('x', 'ana')).json()).toEqual({ isRemembered: false });
    for (const wrong of [
      {},
      { loginTicket: 'x' },
      { loginTicket: 'x'.repeat(201), subject: 'a' },
      { loginTicket: 'x', subject: '' },
      { loginTicket: ['x'], subject: 'a' },
      { loginTicket: '\u0000', subject: '\u0000' },
    ])
      expect([400, 200]).toContain(
        (await post('RedeemLoginTicket', { authorization: `Bearer ${SECRET}` }, wrong)).statusCode,
      );
  });
});

test('with the feature off, no call exists; without a secret, the call for the identity provider does not', async () => {
  const off = await setup({ REMEMBER_BROWSER: 'false' });
  const headers = await off.as('ana').headers();
  for (const call of ['GetRememberedBrowserStatus', 'CheckAndRotateBrowserIdCookie', 'InitLogin'])
    expect((await off.post(call, headers)).statusCode, call).toBe(404);
  expect((await off.redeem('x', 'ana')).statusCode).toBe(404);
  const secretless = await setup({ ACCOUNT_SECRET: '' });
  expect((await secretless.redeem('x', 'ana', '')).statusCode).toBe(404);
  expect(await secretless.openBrowser().remember('ana')).toBe(true);
});

test("other sites' pages cannot use the cookie; status and rotation also require both tokens [H9, A1]", async () => {
  const { post, as } = await setup({ EMBEDDING_ORIGINS: 'https://crm.example.com' });
  const headers = await as('ana').headers();
  for (const call of ['GetRememberedBrowserStatus', 'CheckAndRotateBrowserIdCookie', 'InitLogin']) {
    for (const foreign of [
      { origin: 'https://evil.test' },
      { origin: 'null' },
      { origin: 'https://portal.example.com.evil.test' },
      { origin: 'http://portal.example.com' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.test', 'sec-fetch-site': 'same-origin' },
    ]) {
      const answer = await post(call, { ...headers, ...foreign } as Record<string, string>);
      expect(answer.json(), JSON.stringify(foreign)).toMatchObject({ status: 403, code: 'forbidden' });
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    for (const own of [
      { origin: 'https://portal.example.com', 'sec-fetch-site': 'same-origin' },
      { origin: 'https://crm.example.com', 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'none' },
    ])
      expect((await post(call, { ...headers, ...own } as Record<string, string>)).statusCode, JSON.stringify(own)).toBe(
        200,
      );
    if (call !== 'InitLogin')
      expect((await post(call, { cookie: `id_token=x; ${BROWSER_ID_COOKIE}=y` })).statusCode).toBe(401);
  }
  expect(
    (
      await post('InitLogin', { cookie: `${BROWSER_ID_COOKIE}=${'%00\u00e9'.repeat(20)}; ${BROWSER_ID_COOKIE}=x; =;;` })
    ).json(),
  ).toEqual({ loginTicket: null });
});

test('announced sign-ins have a stricter rate limit by address than other calls [D6]', async () => {
  const { post } = await setup();
  const statuses: number[] = [];
  for (let i = 0; i < 61; i += 1) statuses.push((await post('InitLogin')).statusCode);
  expect([new Set(statuses.slice(0, 60)), statuses[60]]).toEqual([new Set([200]), 429]);
});

test('tickets are purged after ten minutes and browsers after 30 days, neither of them earlier [L5]', async () => {
  const { openBrowser, db, clock, pass } = await setup();
  const browser = openBrowser();
  await browser.remember('ana');
  await browser.ticket();
  const left = async () => {
    await deleteExpired(db, clock.now);
    await deleteExpired(db, clock.now);
    return [
      (await db.selectFrom('login_tickets').select('browser_id').execute()).length,
      (await db.selectFrom('remembered_browsers').select('user_id').execute()).length,
    ];
  };
  pass(10 * 60_000 - 1);
  expect(await left()).toEqual([1, 1]);
  pass(1);
  expect(await left()).toEqual([0, 1]);
  pass(30 * DAY_MS - 10 * 60_000 - 1);
  expect(await left()).toEqual([0, 1]);
  pass(1);
  expect(await left()).toEqual([0, 0]);
});
