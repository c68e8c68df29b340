import { ApiError } from '@portico/client/ApiError';
import { afterEach, expect, test, vi } from 'vitest';
import { createHostEvents } from './hostEvents.ts';

const host = document.createElement('div');
document.body.append(host);
afterEach(() => vi.restoreAllMocks());

test('an error reaches the host’s handler and every listener from the element upward [SIDEBAR-039]', () => {
  const reported: unknown[] = [];
  const events = createHostEvents(host, { onError: (error) => reported.push(error) });
  document.addEventListener('portico-error', (event) => reported.push((event as CustomEvent).detail), { once: true });
  events.failure(
    'notifications',
    new ApiError({ status: 503, code: 'unavailable', detail: 'Later.', requestId: 'r-1' }),
  );
  const expected = { source: 'notifications', status: 503, code: 'unavailable', message: 'Later.', requestId: 'r-1' };
  expect(reported).toEqual([expected, expected]);
});

test('an exception that is not an API error is reported as an error of the sidebar itself', () => {
  const reported: unknown[] = [];
  createHostEvents(host, { onError: (error) => reported.push(error) }).failure('content', new TypeError('a bug'));
  expect(reported).toEqual([{ source: 'sidebar', status: 0, code: 'internal', message: 'a bug' }]);
});

test('an exception in a host’s handler is reported as the page’s own and stops nothing', () => {
  const reported: unknown[] = [];
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
  let received = 0;
  host.addEventListener(
    'portico-widget-panel-change',
    () => {
      received += 1;
    },
    { once: true },
  );
  createHostEvents(host, {
    onWidgetPanelChange: () => {
      throw new Error('the host’s');
    },
  }).widgetPanelChange(true);
  expect(reported).toEqual([new Error('the host’s')]);
  expect(received).toBe(1);
  vi.unstubAllGlobals();
});

test('the host can prevent navigation through the handler’s event or the DOM event', () => {
  const link = { href: 'https://desk.example/accounts', id: 'a', name: 'Accounts' };
  const click = () => new MouseEvent('click', { cancelable: true });
  const followed = click();
  createHostEvents(host, {}).navigate(link, followed);
  expect(followed.defaultPrevented).toBe(false);
  const handled = click();
  createHostEvents(host, { onNavigate: (_, event) => event.preventDefault() }).navigate(link, handled);
  expect(handled.defaultPrevented).toBe(true);
  const listened = click();
  host.addEventListener('portico-navigate', (event) => event.preventDefault(), { once: true });
  createHostEvents(host, {}).navigate(link, listened);
  expect(listened.defaultPrevented).toBe(true);
});

test('signing out is left to the host if it has a handler or prevents the default', () => {
  expect(createHostEvents(host, {}).signOut()).toBe(false);
  expect(createHostEvents(host, { onSignOut: () => undefined }).signOut()).toBe(true);
  host.addEventListener('portico-sign-out', (event) => event.preventDefault(), { once: true });
  expect(createHostEvents(host, {}).signOut()).toBe(true);
});
