import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mountSidebar, type SidebarConfig, type SidebarError } from './mountSidebar.ts';

let host: HTMLElement;
let errors: SidebarError[];
const handlers = { onError: (error: SidebarError) => void errors.push(error) };
const config: SidebarConfig = {
  contentApiUrl: 'https://portal.example',
  notificationApiUrl: 'https://portal.example',
  accessToken: 'a',
  idToken: 'i',
};

beforeEach(() => {
  errors = [];
  host = document.createElement('div');
  document.body.append(host);
  vi.stubGlobal('innerWidth', 1440);
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
});
afterEach(() => {
  host.remove();
  vi.unstubAllGlobals();
});

const inside = () => within(host.firstElementChild!.shadowRoot!.firstElementChild as HTMLElement);

test('the sidebar shows nothing until its configuration is valid, and reports the problems of an invalid one', async () => {
  const sidebar = mountSidebar(host, { ...config, accessToken: '' }, handlers);
  expect(errors).toEqual([{ source: 'config', status: 0, code: 'invalid_config', message: 'accessToken is missing.' }]);
  expect(inside().queryByRole('navigation')).toBeNull();
  sidebar.update(config);
  await inside().findByText('Loading the menu');
  sidebar.unmount();
});

test('unmount removes the sidebar, and later calls of the host have no effect', async () => {
  const sidebar = mountSidebar(host, config, handlers);
  await inside().findByText('Loading the menu');
  sidebar.unmount();
  expect(host.childElementCount).toBe(0);
  sidebar.update({ ...config, accessToken: 'b' });
  sidebar.unmount();
  expect(host.childElementCount).toBe(0);
  expect(errors).toEqual([]);
});

test('an error in the sidebar is reported to the host, is shown in place and does not affect the page [SIDEBAR-041, B7]', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  // Simulates a bug: React cannot render an object in place of a name, and our server never sends one.
  const broken = {
    menuItems: [
      {
        id: 'a',
        name: {},
        kind: 'Link',
        status: 'Default',
        pageLink: '/',
        openInNewTab: false,
        submenuItems: [],
        nestedPagesLinks: [],
      },
    ],
    avatarMenuItems: [],
    intranetUrl: '/',
  };
  vi.stubGlobal('fetch', (url: string) =>
    url.endsWith('/menu') ? Promise.resolve(Response.json(broken)) : new Promise(() => undefined),
  );
  const thrown = vi.fn();
  window.addEventListener('error', thrown);
  const sidebar = mountSidebar(host, config, handlers);
  await inside().findByText('The menu couldn’t be shown.');
  expect(errors).toEqual([{ source: 'sidebar', status: 0, code: 'internal', message: expect.any(String) as string }]);
  expect(thrown).not.toHaveBeenCalled();
  window.removeEventListener('error', thrown);
  sidebar.unmount();
});

test('anything but an element is rejected immediately', () => {
  expect(() => mountSidebar(undefined as never, config)).toThrow('needs an element');
});

test('the element starts with its config property, even if set before the element was defined, and stops when removed', async () => {
  const element = Object.assign(document.createElement('portico-sidebar'), {
    config: { accessToken: 'a', idToken: 'i' },
  });
  element.setAttribute('content-api-url', 'https://portal.example');
  element.addEventListener('portico-error', (event) => errors.push((event as CustomEvent<SidebarError>).detail));
  host.append(element);
  await expect.poll(() => errors.map(({ message }) => message)).toEqual(['notificationApiUrl is missing.']);
  element.setAttribute('notification-api-url', '/notes');
  await expect.poll(() => inside().queryByText('Loading the menu')).not.toBeNull();
  host.prepend(element);
  await Promise.resolve();
  expect(inside().queryByText('Loading the menu')).not.toBeNull();
  const tree = element.shadowRoot!;
  element.remove();
  await expect.poll(() => tree.childElementCount).toBe(0);
  expect(screen.queryByText('Loading the menu')).toBeNull();
});
