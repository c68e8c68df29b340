import { configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aCurrentUser, aMenu, aMenuItem } from '@portico/testing/builders';
import { plainLink } from '@portico/ui/renderLink';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import MobileSidebar, { type MobileSidebarProps } from './MobileSidebar.tsx';

// The panel's code is loaded on first use.
configure({ asyncUtilTimeout: 5000 });

const menu = aMenu({
  menuItems: [
    aMenuItem({ id: 'news', name: 'News', pageLink: '/news' }),
    aMenuItem({
      id: 'tools',
      name: 'Tools',
      kind: 'Folder',
      pageLink: null,
      submenuItems: [
        aMenuItem({ id: 'calc', name: 'Calc', pageLink: '/calc' }),
        aMenuItem({
          id: 'rates',
          name: 'Rates',
          kind: 'Folder',
          pageLink: null,
          submenuItems: [aMenuItem({ id: 'fed', name: 'Fed', pageLink: '/fed' })],
        }),
      ],
    }),
  ],
  avatarMenuItems: [aMenuItem({ id: 'profile', name: 'Profile', pageLink: '/profile' })],
});

const onSignOut = vi.fn();
beforeEach(() => onSignOut.mockClear());

function Portal(own: Partial<MobileSidebarProps>) {
  const [isOpen, setOpen] = useState(true);
  const [path, setPath] = useState('/news');
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open menu
      </button>
      <MobileSidebar
        menu={menu}
        user={aCurrentUser()}
        path={path}
        isOpen={isOpen}
        onOpenChange={setOpen}
        onSignOut={onSignOut}
        onRetry={() => undefined}
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
    </>
  );
}

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('the mobile sidebar is a panel titled "Menu" with a close button [MOBILE-001, MOBILE-003]', async () => {
  render(<Portal />);
  await screen.findByRole('dialog', { name: 'Menu' });
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('News');
  await press('Close menu');
  await closed();
});

test('each group shows its name, a back row and its entries, and takes the focus [MOBILE-003, MOBILE-005]', async () => {
  render(<Portal />);
  await press('Tools');
  expect(screen.queryByRole('dialog', { name: 'Tools' })).not.toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Back to Menu' }));
  expect(screen.queryByText('News')).toBeNull();
  await press('Rates');
  expect(screen.queryByRole('dialog', { name: 'Rates' })).not.toBeNull();
  expect(screen.queryByRole('link', { name: 'Fed' })).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
  await press('Back to Tools');
  expect(screen.queryByRole('dialog', { name: 'Tools' })).not.toBeNull();
  await press('Back to Menu');
  expect(screen.queryByRole('dialog', { name: 'Menu' })).not.toBeNull();
});

test('the mobile sidebar closes when the path changes, and reopens at the top level [MOBILE-008]', async () => {
  render(<Portal />);
  await press('Tools');
  await userEvent.click(screen.getByRole('link', { name: 'Calc' }));
  await closed();
  await press('Open menu');
  await screen.findByRole('dialog', { name: 'Menu' });
  expect(screen.getByRole('button', { name: 'Tools' }).dataset['holdsCurrent']).toBe('true');
});

test('the user row opens the avatar menu, which ends with the sign-out button [MOBILE-006]', async () => {
  render(<Portal />);
  await press(/Annie Ruiz/);
  expect(screen.queryByRole('dialog', { name: 'Annie Ruiz' })).not.toBeNull();
  expect(screen.getByRole('link', { name: 'Profile' }).getAttribute('href')).toBe('/profile');
  await press('Sign out');
  expect(onSignOut).toHaveBeenCalledOnce();
});

test('a spinner is shown while the user or the menu loads [MOBILE-004]', async () => {
  const { unmount } = render(<Portal user={undefined} />);
  expect((await screen.findByRole('status')).textContent).toBe('Loading the menu');
  unmount();
  render(<Portal menu={undefined} />);
  expect((await screen.findByRole('status')).textContent).toBe('Loading the menu');
});

test('the panel shows a failure', async () => {
  render(<Portal menu={undefined} error={{}} />);
  expect((await screen.findByRole('alert')).textContent).toContain('The menu couldn’t be loaded.');
});
