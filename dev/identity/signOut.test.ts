import { expect, test } from 'vitest';
import { hashOf, implicitPath, PORTAL, sharedProvider, signInPath } from './testing/testProvider.ts';

const provider = sharedProvider();

const idTokenIn = (answer: URL): string => hashOf(answer).get('id_token')!;
const signOutPath = (hint: Record<string, string>) =>
  `/session/end?${new URLSearchParams({ ...hint, post_logout_redirect_uri: `${PORTAL}/logout`, state: 'bye' })}`;

test('signing out with the session’s identity token ends it and returns to the portal immediately [SIGNIN-020]', async () => {
  const browser = provider.openBrowser();
  const hint = idTokenIn(await browser.signIn(implicitPath(), 'assistant'));
  const done = await browser.open(signOutPath({ id_token_hint: hint }));
  expect(done.url.href).toBe(`${PORTAL}/logout?state=bye`);
  expect((await browser.open(signInPath({ prompt: 'none' }))).url.searchParams.get('error')).toBe('login_required');
});

test('signing out with another person’s identity token asks for confirmation first [SIGNIN-020]', async () => {
  const hint = idTokenIn(await provider.openBrowser().signIn(implicitPath(), 'nla'));
  const browser = provider.openBrowser();
  await browser.signIn(implicitPath(), 'reg65');
  expect((await browser.open(signOutPath({ id_token_hint: hint }))).text).toContain('Sign out of Portico?');
  expect((await browser.open(signInPath({ prompt: 'none' }))).url.searchParams.get('code')).toMatch(/^[\w-]{20,}$/);
});

test('signing out without an identity token asks for confirmation, ends the session and returns to the portal', async () => {
  const browser = provider.openBrowser();
  await browser.signIn(implicitPath(), 'assistant');
  const address = signOutPath({ client_id: 'portal-implicit' });
  const question = await browser.open(address);
  expect(question.text).toContain('Sign out of Portico?');
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(question.text)?.[1] ?? '';
  const done = await browser.open('/session/end/confirm', { xsrf, logout: 'yes' });
  expect(done.url.href).toBe(`${PORTAL}/logout?state=bye`);
  expect((await browser.open(signInPath({ prompt: 'none' }))).url.searchParams.get('error')).toBe('login_required');
});

test('signing out without a return address shows that the person is signed out', async () => {
  const browser = provider.openBrowser();
  await browser.signIn(signInPath(), 'corporate');
  const question = await browser.open('/session/end');
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(question.text)?.[1] ?? '';
  expect((await browser.open('/session/end/confirm', { xsrf, logout: 'yes' })).text).toContain('You’re signed out');
});
