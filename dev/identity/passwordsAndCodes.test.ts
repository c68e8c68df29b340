import { expect, test } from 'vitest';
import { PORTAL, sharedProvider, shownCode, signInPath } from './testing/testProvider.ts';

const provider = sharedProvider();

test('a wrong password keeps the username, and an unknown username gets the same message', async () => {
  const browser = provider.openBrowser();
  const page = await browser.open(signInPath());
  const wrong = await browser.open(`${page.url.pathname}/password`, { username: 'hybrid', password: 'portic' });
  expect(wrong.status).toBe(401);
  expect(wrong.text).toContain('don’t match');
  expect(wrong.text).toContain('value="hybrid"');
  const unknown = await browser.open(`${page.url.pathname}/password`, { username: '"><b>', password: 'portico' });
  expect(unknown.text).toContain('don’t match');
  expect(unknown.text).not.toContain('<b>');
});

test('after five wrong passwords, even the right one is rejected for a while', async () => {
  const browser = provider.openBrowser();
  const page = await browser.open(signInPath());
  const attempt = (password: string) =>
    browser.open(`${page.url.pathname}/password`, { username: 'insurance', password });
  for (let count = 0; count < 5; count += 1) expect((await attempt('guess')).status).toBe(401);
  const blocked = await attempt('portico');
  expect(blocked.status).toBe(429);
  expect(blocked.text).toMatch(/Try again in \d+ seconds/);
});

test('a wrong one-time code is rejected with a message, and the right one still works', async () => {
  const browser = provider.openBrowser();
  const page = await browser.passPassword(signInPath(), 'hybrid');
  const code = shownCode(page.text);
  const wrong = await browser.open(`${page.url.pathname}/code`, { code: code === '000000' ? '000001' : '000000' });
  expect(wrong.status).toBe(401);
  expect(wrong.text).toContain('That code is incorrect');
  expect(
    (await browser.open(`${page.url.pathname}/code`, { code: `${code.slice(0, 3)} ${code.slice(3)}` })).url.origin,
  ).toBe(PORTAL);
});

test('five wrong one-time codes return to the password page', async () => {
  const browser = provider.openBrowser();
  const page = await browser.passPassword(signInPath(), 'nla');
  let last = page;
  for (let count = 0; count < 5; count += 1) last = await browser.open(`${page.url.pathname}/code`, { code: 'abcdef' });
  expect(last.text).toContain('Enter your password again');
  const again = await browser.open(`${page.url.pathname}/code`, { code: shownCode(page.text) });
  expect(again.url.origin).toBe(provider.issuer);
});

test('a one-time code works for only one sign-in', async () => {
  const first = provider.openBrowser();
  const page = await first.passPassword(signInPath(), 'reg65');
  const code = shownCode(page.text);
  const [winner, loser] = await Promise.all([1, 2].map(() => first.open(`${page.url.pathname}/code`, { code }))).then(
    (results) => results.sort((a) => (a.url.origin === PORTAL ? -1 : 1)),
  );
  expect(winner!.url.origin).toBe(PORTAL);
  expect(loser!.url.origin).toBe(provider.issuer);
  const second = provider.openBrowser();
  const other = await second.passPassword(signInPath(), 'reg65');
  expect((await second.open(`${other.url.pathname}/code`, { code })).status).toBe(401);
});

test('no one gets past the password page without a password', async () => {
  const browser = provider.openBrowser();
  const page = await browser.open(signInPath());
  const skipped = await browser.open(`${page.url.pathname}/code`, { code: '123456' });
  expect(skipped.text).toContain('Sign in');
  expect(skipped.url.origin).toBe(provider.issuer);
});
