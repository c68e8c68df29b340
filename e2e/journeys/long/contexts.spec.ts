import { openAs } from '../../support/signIn.ts';
import { expect, test } from '../../support/test.ts';

test('a context that a journey has closed is as on a first visit for the next one', async ({ browser }) => {
  const first = await openAs(browser, 'admin', '/');
  await first.page.evaluate(() => localStorage.setItem('left', 'behind'));
  await first.context.addCookies([{ name: 'left', value: 'behind', domain: 'localhost', path: '/' }]);
  await first.context.grantPermissions(['clipboard-read']);
  await first.context.route('**/api/v1/home', (route) => route.abort());
  await first.context.setOffline(true);
  await first.context.close();

  const second = await openAs(browser, 'admin', '/');
  expect(second.context).toBe(first.context);
  expect(second.context.pages()).toEqual([second.page]);
  await expect(second.page.getByRole('region', { name: 'New for you' })).toBeVisible();
  const left = await second.page.evaluate(async () => [
    localStorage.getItem('left'),
    /left/.test(document.cookie),
    (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })).state,
  ]);
  expect(left).toEqual([null, false, 'prompt']);
  await second.context.close();

  const fresh = await openAs(browser, 'admin', '/', { fresh: true });
  expect(fresh.context).not.toBe(first.context);
  await fresh.context.close();
});
