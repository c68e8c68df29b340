import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getCurrentUser } from '@portico/contracts/users';
import { aCurrentUser, aMenu, aMenuItem } from '@portico/testing/builders';
import { getMenu } from '@portico/contracts/menu';
import { fakeApi } from '@portico/testing/fakeApi';
import { expect, test } from 'vitest';
import { openSidebar, press, testServices } from '../../testing/openSidebar.tsx';

const applications = [
  { application: 'Redtail', accessLevel: 'ActionRequired', launchUrl: 'https://redtail.example/' },
  { application: 'eMoney', accessLevel: 'Access', launchUrl: 'https://emoney.example/' },
  { application: 'Orion', accessLevel: 'Access', launchUrl: null },
  { application: 'Fidelity', accessLevel: 'None', launchUrl: 'https://fidelity.example/' },
] as const;

function apiWith(own: Parameters<typeof aCurrentUser>[0] = { applications: [...applications] }) {
  const api = fakeApi();
  api.answer(getMenu, aMenu({ menuItems: [aMenuItem({ id: 'applications', name: 'Applications', pageLink: null })] }));
  api.answer(getCurrentUser, aCurrentUser(own));
  return api;
}
const cards = async () => within(await screen.findByRole('dialog', { name: 'Applications' })).findAllByRole('listitem');
const link = (card: HTMLElement) => within(card).queryByRole('link');

test('each application has a card that opens it in a new tab, marked if action is required [APPS-001, APPS-002, APPS-003]', async () => {
  openSidebar({ api: apiWith() });
  await press('Applications');
  const [emoney, orion, redtail, ...others] = await cards();
  expect(others).toEqual([]);
  expect(link(emoney!)?.getAttribute('href')).toBe('https://emoney.example/');
  expect(link(emoney!)?.getAttribute('target')).toBe('_blank');
  expect(link(emoney!)?.getAttribute('rel')).toBe('noopener');
  expect(within(redtail!).queryByText('Action required')).not.toBeNull();
  expect(within(emoney!).queryByText('Access')).toBeNull();
  expect(emoney!.textContent).toContain('Financial planning');
  expect(link(orion!)).toBeNull();
  expect(orion!.textContent).toContain('No link is set up for this application yet.');
});

test('favorite applications come first, even after a reload [APPS-010]', async () => {
  const services = testServices(apiWith());
  openSidebar({ services });
  await press('Applications');
  await cards();
  await userEvent.click(screen.getByRole('button', { name: 'Favorite: Redtail' }));
  const names = () =>
    screen.getAllByRole('button', { name: /^Favorite: / }).map((star) => star.getAttribute('aria-label'));
  expect(names()).toEqual(['Favorite: Redtail', 'Favorite: eMoney', 'Favorite: Orion']);
  expect(screen.getByRole('button', { name: 'Favorite: Redtail' }).getAttribute('aria-pressed')).toBe('true');
  expect(services.storage.read('favorite-applications')).toEqual(['Redtail']);
  await userEvent.click(screen.getByRole('button', { name: 'Favorite: Redtail' }));
  expect(names()).toEqual(['Favorite: eMoney', 'Favorite: Orion', 'Favorite: Redtail']);
});

test('the card for adding an application is last, if the host configures its address [APPS-006]', async () => {
  openSidebar({ api: apiWith(), applicationsConfig: { addNewApplicationUrl: 'https://add.example/' } });
  await press('Applications');
  const card = (await cards()).at(-1)!;
  expect(
    within(card)
      .getByRole('link', { name: /^Add new application to list/ })
      .getAttribute('href'),
  ).toBe('https://add.example/');
});

test('the applications panel has a message for people without access to any application', async () => {
  openSidebar({ api: apiWith({ applications: [] }) });
  await press('Applications');
  await screen.findByRole('heading', { name: 'No applications are set up for you yet' });
});

test('the applications panel announces loading and failure [BASE-014]', async () => {
  const api = apiWith();
  const release = api.hold(getCurrentUser);
  openSidebar({ api });
  await press('Applications');
  await screen.findByText('Loading your applications');
  api.fail(getCurrentUser, 'unavailable');
  release();
  const panel = await screen.findByRole('dialog', { name: 'Applications' });
  await within(panel).findAllByRole('listitem');
});

test('the applications panel offers a retry after a failure [BASE-014]', async () => {
  const api = apiWith();
  api.fail(getCurrentUser, 'unavailable');
  openSidebar({ api });
  await press('Applications');
  const panel = await screen.findByRole('dialog', { name: 'Applications' });
  expect((await within(panel).findByRole('alert')).textContent).toContain('req-test');
  api.answer(getCurrentUser, aCurrentUser({ applications: [...applications] }));
  await userEvent.click(within(panel).getByRole('button', { name: 'Try again' }));
  await within(panel).findByText('eMoney');
});
