import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createClient } from '@portico/client/createClient';
import { createLiveTopics } from '@portico/client/liveTopics';
import { createPersonalStorage } from '@portico/client/personalStorage';
import { fakeApi, type FakeApi } from '@portico/testing/fakeApi';
import { plainLink } from '@portico/ui/renderLink';
import { vi } from 'vitest';
import { ConnectedSidebar, type ConnectedSidebarProps } from '../ConnectedSidebar.tsx';
import type { SidebarServices } from '../SidebarServices.ts';

/** Services of a signed-in user, backed by a fake API. */
export function testServices(api: FakeApi): SidebarServices {
  const connection = { baseUrl: '', tokens: () => ({ idToken: 'id', accessToken: 'access' }), fetch: api.fetch };
  const { call } = createClient({ ...connection, onUnauthorized: () => undefined });
  return {
    content: call,
    notification: call,
    account: call,
    live: createLiveTopics(connection),
    storage: createPersonalStorage(() => 'ana'),
  };
}

export interface TestSidebar {
  api: FakeApi;
  cache: QueryClient;
  /** Addresses of followed links, in order. */
  visited: string[];
  onError: ReturnType<typeof vi.fn>;
  /** Navigates like the host's router. */
  goTo: (path: string) => void;
  unmount: () => void;
}

/** Renders the sidebar next to a small page. Following a link changes the path. */
export function openSidebar({
  api = fakeApi(),
  cache = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always', staleTime: 60_000 } },
  }),
  ...own
}: { api?: FakeApi; cache?: QueryClient } & Partial<ConnectedSidebarProps> = {}): TestSidebar {
  const visited: string[] = [];
  const onError = vi.fn();
  const services = own.services ?? testServices(api);
  const renderLink: ConnectedSidebarProps['renderLink'] = (props) =>
    plainLink({
      ...props,
      onClick: (event) => {
        props.onClick?.(event);
        const isHeld = event.defaultPrevented;
        event.preventDefault();
        if (isHeld || props.target === '_blank') return;
        visited.push(props.href);
        goTo(props.href);
      },
    });
  const host = (path: string) => (
    <QueryClientProvider client={cache}>
      <ConnectedSidebar
        services={services}
        mediaClass="desktop"
        path={path}
        renderLink={renderLink}
        onSignOut={() => undefined}
        onError={onError}
        {...own}
      />
      <button type="button">Elsewhere</button>
    </QueryClientProvider>
  );
  const { rerender, unmount } = render(host('/'));
  const goTo = (path: string) => act(() => rerender(host(path)));
  return { api, cache, visited, onError, goTo, unmount };
}

/** Presses a button once it appears. */
export async function press(name: string | RegExp): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name }));
}
