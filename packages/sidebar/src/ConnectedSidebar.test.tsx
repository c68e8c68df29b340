import { configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getMenu } from '@portico/contracts/menu';
import { getCurrentUser } from '@portico/contracts/users';
import { aMenu, aMenuItem } from '@portico/testing/builders';
import { fakeApi } from '@portico/testing/fakeApi';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { plainLink, type RenderLink } from '@portico/ui/renderLink';
import { openSidebar, press } from './testing/openSidebar.tsx';

configure({ asyncUtilTimeout: 5000 });

const menu = aMenu({
  menuItems: [
    aMenuItem({ id: 'news', name: 'News', pageLink: '/news' }),
    aMenuItem({
      id: 'bonds',
      name: 'Bonds',
      kind: 'ExternalLink',
      pageLink: 'https://bonds.example/',
      openInNewTab: true,
    }),
    aMenuItem({
      id: 'tools',
      name: 'Tools',
      kind: 'Folder',
      pageLink: null,
      submenuItems: [aMenuItem({ id: 'apps-page', name: 'All applications', pageLink: '/applications' })],
    }),
    aMenuItem({ id: 'applications', name: 'Applications', pageLink: null }),
    aMenuItem({ id: 'notifications', name: 'Notifications', pageLink: '/notifications' }),
  ],
});

function apiWith(own: Partial<typeof menu> = {}) {
  const api = fakeApi();
  api.answer(getMenu, { ...menu, ...own });
  return api;
}
const open = (own: Parameters<typeof openSidebar>[0] = {}) => openSidebar({ api: apiWith(), ...own });
const panel = (name: string) => screen.findByRole('dialog', { name });
const noPanel = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const nav = () => within(screen.getByRole('navigation', { name: 'Main menu' }));

beforeEach(() => localStorage.clear());

describe('panels next to the desktop sidebar', () => {
  test('are opened by the entries Applications and Notifications, with a title and a close button [SIDEBAR-009]', async () => {
    open();
    await press('Applications');
    const it = await panel('Applications');
    expect(within(it).getByRole('heading', { name: 'Applications' })).toBe(document.activeElement);
    await press('Close applications');
    await noPanel();
    expect(document.activeElement).toBe(nav().getByRole('button', { name: 'Applications' }));
    await userEvent.click((await nav().findAllByRole('button', { name: 'Notifications' }))[1]!);
    await panel('Notifications');
  });

  test('are not opened by an entry inside a group, which links to its page [SIDEBAR-009]', async () => {
    open();
    await press('Tools');
    expect(screen.getByRole('link', { name: 'All applications' }).getAttribute('href')).toBe('/applications');
  });

  test('include the notifications, which the bell opens and closes [SIDEBAR-033, SIDEBAR-036]', async () => {
    open();
    await screen.findByText('News');
    const bell = nav().getAllByRole('button', { name: 'Notifications' })[0]!;
    await userEvent.click(bell);
    await panel('Notifications');
    expect(bell.getAttribute('aria-expanded')).toBe('true');
    await userEvent.click(bell);
    await noPanel();
    expect(bell.getAttribute('aria-expanded')).toBe('false');
  });

  test('replace each other', async () => {
    open();
    await press('Applications');
    await panel('Applications');
    await userEvent.click(nav().getAllByRole('button', { name: 'Notifications' })[0]!);
    await panel('Notifications');
    expect(screen.queryByRole('dialog', { name: 'Applications' })).toBeNull();
  });

  test('close on Escape, which returns the focus, and on a click elsewhere, which does not; moving the focus keeps them open', async () => {
    open();
    await press('Applications');
    await panel('Applications');
    await userEvent.keyboard('{Escape}');
    await noPanel();
    expect(document.activeElement).toBe(nav().getByRole('button', { name: 'Applications' }));
    await press('Applications');
    await panel('Applications');
    screen.getByRole('button', { name: 'Elsewhere' }).focus();
    await panel('Applications');
    await press('Elsewhere');
    await noPanel();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Elsewhere' }));
  });

  test('close when a link is followed or the user menu opens, but not for a new tab or a group [SIDEBAR-012]', async () => {
    const { visited } = open();
    await press('Applications');
    await panel('Applications');
    await press('Tools');
    await userEvent.click(screen.getByRole('link', { name: /Bonds/ }));
    await panel('Applications');
    await userEvent.click(screen.getByRole('link', { name: 'News' }));
    expect(visited.at(-1)).toBe('/news');
    await noPanel();
    await press('Applications');
    await panel('Applications');
    await press('Annie Ruiz');
    await noPanel();
    await userEvent.click(screen.getByRole('link', { name: 'News' }));
    expect(screen.queryByRole('group', { name: 'User menu' })).toBeNull();
  });

  test('close when the page changes for any reason', async () => {
    const { goTo } = open();
    await press('Applications');
    await panel('Applications');
    goTo('/events');
    await noPanel();
  });
});

describe('on phones and tablets', () => {
  test('a panel replaces the menu, with its name as title and a back button [MOBILE-002, MOBILE-003]', async () => {
    open({ mediaClass: 'mobile', homeHref: '/' });
    expect(screen.getByRole('link', { name: 'Portico' }).getAttribute('href')).toBe('/');
    await press('Menu');
    await panel('Menu');
    await press('Applications');
    const it = await panel('Applications');
    await userEvent.click(within(it).getByRole('button', { name: 'Back to Menu' }));
    await panel('Menu');
    await press('Applications');
    await panel('Applications');
    await press('Close applications');
    await noPanel();
  });

  test('the bell in the top bar opens the notifications directly, and they close when the path changes [SIDEBAR-033]', async () => {
    const { goTo } = open({ mediaClass: 'tablet' });
    await press('Notifications');
    const it = await panel('Notifications');
    await within(it).findByText('There are no new notifications.');
    goTo('/news');
    await noPanel();
  });
});

describe('the Widget Panel switch', () => {
  test('is shown on desktop if the host has a Widget Panel [SIDEBAR-029, SIDEBAR-030, SIDEBAR-031]', async () => {
    const onChange = vi.fn();
    const { unmount } = open({ widgetPanel: { isOpen: true, onChange } });
    const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: 'Widget Panel' });
    expect(toggle.checked).toBe(true);
    await userEvent.click(toggle);
    expect(onChange).toHaveBeenCalledExactlyOnceWith(false);
    unmount();
    const narrow = open({ widgetPanel: { isOpen: true, onChange }, mediaClass: 'tablet' });
    await press('Menu');
    await panel('Menu');
    expect(screen.queryByRole('switch')).toBeNull();
    narrow.unmount();
    open();
    await screen.findByText('News');
    expect(screen.queryByRole('switch')).toBeNull();
  });
});

describe('sidebar failures', () => {
  test('to load the menu or the user are shown in the sidebar and reported to the host, once each [SIDEBAR-039]', async () => {
    const api = fakeApi();
    api.fail(getMenu, 'unavailable');
    api.fail(getCurrentUser, 'offline');
    const { onError } = openSidebar({ api });
    expect((await screen.findByRole('alert')).textContent).toContain('The menu couldn’t be loaded.');
    await waitFor(() =>
      expect(onError.mock.calls.map(([error]) => (error as { code: string }).code).sort()).toEqual([
        'network',
        'unavailable',
      ]),
    );
    api.answer(getMenu, menu);
    await press('Try again');
    await screen.findByRole('link', { name: 'News' });
  });

  test('to load only the user keep the menu, with a message in place of the user', async () => {
    const api = apiWith();
    api.fail(getCurrentUser, 'unavailable');
    open({ api });
    const link = await screen.findByRole('link', { name: 'News' });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Your name and applications couldn’t be loaded.');
    expect(alert.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
  });

  describe('to render a part', () => {
    let broken: string | undefined;
    const renderLink: RenderLink = (props) => {
      if (props.href === broken) throw new Error('A mistake of ours');
      return plainLink(props);
    };
    beforeEach(() => {
      broken = undefined;
      // React reports every error that reaches a boundary; what the root does with it is up to the host.
      vi.spyOn(console, 'error').mockImplementation(() => undefined);
      vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    });

    test('do not affect the rest of the sidebar or the page, and can be retried [SIDEBAR-041, B7]', async () => {
      const onTryAgain = vi.fn();
      open({ renderLink, notificationHistoryUrl: '/notifications', onTryAgain });
      await screen.findByText('News');
      broken = '/notifications';
      await userEvent.click(nav().getAllByRole('button', { name: 'Notifications' })[0]!);
      const it = await panel('Notifications');
      await within(it).findByRole('heading', { name: 'Notifications couldn’t be shown' });
      expect(screen.queryByRole('link', { name: 'News' })).not.toBeNull();
      broken = undefined;
      await userEvent.click(within(it).getByRole('button', { name: 'Try again' }));
      expect(onTryAgain).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: 'A mistake of ours' }));
      await within(it).findByText('There are no new notifications.');
    });

    test.each(['desktop', 'mobile'] as const)(
      'can replace the whole sidebar on %s without affecting the page [SIDEBAR-041, B7]',
      async (mediaClass) => {
        broken = '/somewhere';
        open({ renderLink, mediaClass, homeHref: broken, api: apiWith({ intranetUrl: broken }) });
        expect((await screen.findByText('The menu couldn’t be shown.')).closest('[role=alert]')).not.toBeNull();
        expect(screen.queryByRole('button', { name: 'Elsewhere' })).not.toBeNull();
        broken = undefined;
        await press('Try again');
        expect((await screen.findByRole('link', { name: 'Portico' })).getAttribute('href')).toBe('/somewhere');
        expect(screen.queryByText('The menu couldn’t be shown.')).toBeNull();
      },
    );
  });
});
