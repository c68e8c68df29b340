import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { MenuItem } from '@portico/contracts/menu';
import { aCurrentUser, aMenu, aMenuItem } from '@portico/testing/builders';
import { plainLink } from '@portico/ui/renderLink';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Sidebar } from './Sidebar.tsx';
import type { SidebarProps } from './SidebarProps.ts';

const entry = (name: string, own: Partial<MenuItem> = {}) =>
  aMenuItem({ id: name, name, pageLink: `/${name.toLowerCase()}`, ...own });
const folder = (name: string, ...submenuItems: MenuItem[]) =>
  entry(name, { kind: 'Folder', pageLink: null, submenuItems });

const onSignOut = vi.fn();
const onNavigate = vi.fn();
const onRetry = vi.fn();
beforeEach(() => vi.clearAllMocks());

function Portal({ start, ...own }: Partial<SidebarProps> & { start: string }) {
  const [path, setPath] = useState(start);
  return (
    <>
      <Sidebar
        menu={aMenu()}
        user={aCurrentUser()}
        path={path}
        onSignOut={onSignOut}
        onNavigate={onNavigate}
        onRetry={onRetry}
        renderLink={(props) =>
          plainLink({
            ...props,
            onClick: (event) => {
              event.preventDefault();
              props.onClick?.(event);
              setPath(props.href);
            },
          })
        }
        {...own}
      />
      <button type="button">Elsewhere</button>
    </>
  );
}

const show = (menuItems: MenuItem[], start = '/', own: Partial<SidebarProps> = {}) =>
  render(<Portal start={start} menu={aMenu({ menuItems })} {...own} />);
const current = () => screen.queryByRole('link', { current: 'page' })?.textContent;
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

describe('menu entries', () => {
  test('appear in the order sent by the server, as links with real addresses [SIDEBAR-001, SIDEBAR-005]', () => {
    show([entry('Dashboard', { pageLink: '/' }), entry('News'), entry('Events')]);
    const menu = within(screen.getAllByRole('list')[0]!);
    expect(menu.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Dashboard', '/'],
      ['News', '/news'],
      ['Events', '/events'],
    ]);
  });

  test('are marked as current by the address at first, then by clicks [SIDEBAR-013, SIDEBAR-015]', async () => {
    show([entry('Dashboard', { pageLink: '/' }), entry('News'), entry('Events')], '/news/42');
    expect(current()).toBe('News');
    await userEvent.click(screen.getByRole('link', { name: 'Events' }));
    expect(current()).toBe('Events');
    expect(onNavigate).toHaveBeenCalledWith(expect.objectContaining({ id: 'Events' }));
  });

  test('are not selected by a click that opens a new tab', async () => {
    show([entry('News'), entry('Events')], '/news', { renderLink: plainLink });
    const user = userEvent.setup();
    await user.keyboard('{Control>}');
    screen.getByRole('link', { name: 'Events' }).addEventListener('click', (event) => event.preventDefault());
    await user.click(screen.getByRole('link', { name: 'Events' }));
    expect(current()).toBe('News');
    expect(onNavigate).not.toHaveBeenCalled();
  });

  test('open a new tab only if configured to [SIDEBAR-010, SIDEBAR-014]', () => {
    show([
      entry('Inside', { kind: 'ExternalLink', pageLink: 'https://a.example/' }),
      entry('Outside', { kind: 'ExternalLink', pageLink: 'https://b.example/', openInNewTab: true }),
    ]);
    expect(screen.getByRole('link', { name: 'Inside' }).getAttribute('target')).toBeNull();
    const outside = screen.getByRole('link', { name: /Outside.*opens in a new tab/ });
    expect(outside.getAttribute('target')).toBe('_blank');
    expect(outside.getAttribute('rel')).toBe('noopener');
  });

  test('are not links if their address is not allowed', () => {
    show([entry('Trap', { pageLink: String.raw`javascript:alert(1)` })]);
    expect(screen.getByText('Trap').closest('a')).toBeNull();
  });

  test('show their icon as a mask in the text color, or their first letter', () => {
    const { container } = show([entry('News', { icon: { url: '/icons/news.svg' } }), entry('Events', { icon: null })]);
    expect(
      container.querySelector<HTMLElement>('[data-menu-icon] [style]')?.style.getPropertyValue('--menu-icon'),
    ).toMatch(/^url\("http:\/\/localhost.*\/icons\/news\.svg"\)$/);
    expect(screen.getByRole('link', { name: 'Events' }).textContent).toBe('EEvents');
  });
});

describe('a menu entry with the status', () => {
  test('Warning or OrangeWarning has its own mark, and Default none [SIDEBAR-016, SIDEBAR-017, SIDEBAR-021]', () => {
    show([entry('News'), entry('Tax', { status: 'Warning' }), entry('Audit', { status: 'OrangeWarning' })]);
    const mark = (name: RegExp) => screen.getByRole('link', { name }).querySelector('svg')?.outerHTML;
    expect(mark(/^News$/)).toBeUndefined();
    expect(mark(/Tax.*warning/)).toMatch(/^<svg/);
    expect(mark(/Audit.*important/)).not.toBe(mark(/Tax/));
  });

  test('GrayedOut is dimmed and inactive, whether a link or a group [SIDEBAR-018, SIDEBAR-019]', async () => {
    show([entry('Tax', { status: 'GrayedOut' }), { ...folder('Tools', entry('Calc')), status: 'GrayedOut' }]);
    const tax = screen.getByRole('link', { name: 'Tax' });
    expect(tax.getAttribute('aria-disabled')).toBe('true');
    expect(tax.getAttribute('href')).toBeNull();
    expect(tax.dataset['grayed']).toBe('true');
    await press('Tools');
    expect(screen.queryByText('Calc')).toBeNull();
  });

  test('Hidden is not shown, nor is a folder with nothing to show [SIDEBAR-020]', () => {
    show([entry('News'), entry('Secret', { status: 'Hidden' }), folder('Empty', entry('Gone', { status: 'Hidden' }))]);
    expect(screen.queryByText(/Secret|Empty|Gone/)).toBeNull();
  });
});

describe('menu groups', () => {
  const deep = [
    entry('News'),
    folder(
      'Tools',
      entry('Calc'),
      folder('Rates', entry('Fed'), folder('Data', entry('Fred'), folder('More', entry('Bea')))),
    ),
  ];

  test('of the first two levels open and close inline [SIDEBAR-006, SIDEBAR-007, SIDEBAR-023]', async () => {
    show(deep, '/news');
    expect(screen.queryByText('Calc')).toBeNull();
    await press('Tools');
    await press('Rates');
    expect(screen.getByRole('button', { name: 'Rates' }).getAttribute('aria-expanded')).toBe('true');
    expect(screen.queryByRole('link', { name: 'Fed' })).not.toBeNull();
    expect(current()).toBe('News');
    await press('Tools');
    expect(screen.queryByText('Fed')).toBeNull();
  });

  test('of the third level and deeper pop out, and Escape closes them and returns the focus to their row [SIDEBAR-008]', async () => {
    show(deep, '/calc');
    await press('Rates');
    await press('Data');
    expect(screen.getByRole('link', { name: 'Fred' }).closest('[data-pop-out-edge]')?.tagName).toBe('DIV');
    await press('More');
    expect(screen.queryByRole('link', { name: 'Bea' })).not.toBeNull();
    screen.getByRole('link', { name: 'Bea' }).focus();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByText('Bea')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More' }));
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByText('Fred')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Data' }));
    expect(screen.queryByRole('link', { name: 'Fed' })).not.toBeNull();
  });

  test('that popped out close on a click elsewhere and when something in them is selected', async () => {
    show(deep, '/calc');
    await press('Rates');
    await press('Data');
    await press('Elsewhere');
    expect(screen.queryByText('Fred')).toBeNull();
    await press('Data');
    await userEvent.click(screen.getByRole('link', { name: 'Fred' }));
    expect(screen.queryByText('Fred')).toBeNull();
    expect(screen.getByRole('button', { name: 'Data' }).dataset['holdsCurrent']).toBe('true');
  });

  test('close when a link outside of them is selected [SIDEBAR-022]', async () => {
    show([...deep, folder('Other', entry('Thing'))], '/');
    await press('Tools');
    await press('Other');
    await userEvent.click(screen.getByRole('link', { name: 'Thing' }));
    expect(screen.queryByText('Calc')).toBeNull();
    expect(current()).toBe('Thing');
  });

  test('with their own page list it first', async () => {
    show([entry('Markets', { submenuItems: [entry('Rates')] })]);
    await press('Markets');
    expect(screen.getByRole('link', { name: 'Markets' }).getAttribute('href')).toBe('/markets');
  });
});

describe('logo and user', () => {
  test('the logo links to the intranet in the same tab, if the menu has its address [SIDEBAR-002, SIDEBAR-003, SIDEBAR-004]', () => {
    const { unmount } = render(<Portal start="/" />);
    const logo = screen.getByRole('link', { name: 'Portico' });
    expect(logo.getAttribute('href')).toBe('https://intranet.example/');
    expect(logo.getAttribute('target')).toBeNull();
    unmount();
    render(<Portal start="/" menu={aMenu({ intranetUrl: null })} />);
    expect(screen.queryByRole('link', { name: 'Portico' })).toBeNull();
    expect(screen.queryByRole('img', { name: 'Portico' })).not.toBeNull();
  });

  test('the user block shows name and advisor type [SIDEBAR-025, PROD-002]', () => {
    render(<Portal start="/" user={aCurrentUser({ advisorType: 'AdvisorIFA' })} />);
    expect(screen.queryByRole('button', { name: 'Annie Ruiz' })).not.toBeNull();
    expect(screen.queryByText('Advisor (IAR Only)')).not.toBeNull();
  });

  test('the name opens a menu with the user’s entries, the settings and the sign-out button [SIDEBAR-027, SIDEBAR-028]', async () => {
    render(<Portal start="/" menu={aMenu({ avatarMenuItems: [entry('Profile')] })} preferences={<p>Theme</p>} />);
    await press('Annie Ruiz');
    const menu = screen.getByRole('group', { name: 'User menu' });
    expect(within(menu).getByRole('link', { name: 'Profile' }).getAttribute('href')).toBe('/profile');
    expect(within(menu).queryByText('Theme')).not.toBeNull();
    await userEvent.click(within(menu).getByRole('button', { name: 'Sign out' }));
    expect(onSignOut).toHaveBeenCalledOnce();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('group', { name: 'User menu' })).toBeNull();
  });

  test('following a link closes the user menu', async () => {
    show([entry('News')], '/', { menu: aMenu({ menuItems: [entry('News')], avatarMenuItems: [entry('Profile')] }) });
    await press('Annie Ruiz');
    await userEvent.click(screen.getByRole('link', { name: 'Profile' }));
    expect(screen.queryByRole('group', { name: 'User menu' })).toBeNull();
  });

  test('a user without any known data still has a menu', () => {
    render(
      <Portal start="/" user={aCurrentUser({ nickname: null, givenName: null, surname: null, advisorType: null })} />,
    );
    expect(screen.queryByRole('button', { name: 'Your account' })).not.toBeNull();
  });
});

describe('the sidebar [BASE-014]', () => {
  test('announces that it is loading', () => {
    render(<Portal start="/" menu={undefined} user={undefined} />);
    expect(screen.getByRole('status').textContent).toBe('Loading the menu');
  });

  test('shows a failure with a retry, next to what could be loaded', async () => {
    render(<Portal start="/" menu={undefined} error={{ requestId: 'req-9' }} />);
    expect(screen.getByRole('alert').textContent).toContain('req-9');
    expect(screen.queryByRole('button', { name: 'Annie Ruiz' })).not.toBeNull();
    await press('Try again');
    expect(onRetry).toHaveBeenCalledOnce();
  });

  test('selects the current entry of a menu that arrives later', () => {
    const { rerender } = render(<Portal start="/news" menu={undefined} />);
    rerender(<Portal start="/news" menu={aMenu()} />);
    expect(current()).toBe('News');
  });
});
