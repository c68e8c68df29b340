import { ApiError } from '@portico/client/ApiError';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { EmbeddedSidebar } from './EmbeddedSidebar.tsx';
import { createHostEvents } from './hostEvents.ts';
import { followTheme } from './hostPage.ts';
import { reloadOutdated } from '../reloadOutdated.ts';
import { createShadowTree } from './shadowStyles.ts';
import { checkConfig, type CheckedConfig } from './sidebarConfig.ts';
import type { SidebarHandlers } from './SidebarHandlers.ts';
import { createSession, type SidebarSession } from './sidebarSession.ts';

export interface RunningSidebar {
  /** Replaces the configuration. An invalid one is reported to the host, and the last valid one stays in effect. */
  update: (config: unknown) => void;
  stop: () => void;
}

const FRESH_MS = 5 * 60_000;
const MAX_RETRIES = 3;
let count = 0;

/** Runs a sidebar in a shadow tree on `host`. It shows nothing until the configuration is valid. */
export function startSidebar(host: HTMLElement, config: unknown, handlers: SidebarHandlers): RunningSidebar {
  const events = createHostEvents(host, handlers);
  const { root: tree, mount } = createShadowTree(host);
  const stopTheme = followTheme(host, mount);
  const root = createRoot(mount, {
    identifierPrefix: `portico-${count++}-`,
    onUncaughtError: (error) => events.failure('sidebar', error),
    onCaughtError: (error) => events.failure('sidebar', error),
  });
  let isStopped = false;
  let running: { session: SidebarSession; cache: QueryClient; key: number } | undefined;

  function update(given: unknown): void {
    if (isStopped) return;
    const checked = checkConfig(given, document.baseURI);
    if ('problems' in checked) {
      events.error({ source: 'config', status: 0, code: 'invalid_config', message: checked.problems.join(' ') });
      return;
    }
    show(checked.config);
  }

  function show(next: CheckedConfig): void {
    if (running?.session.renew(next)) {
      // Immediately retries what failed with the old tokens.
      void running.cache.refetchQueries({ predicate: (query) => query.state.status === 'error' });
    } else {
      running?.cache.clear();
      running = { session: createSession(next, events), cache: createCache(), key: (running?.key ?? 0) + 1 };
    }
    const { session, cache, key } = running;
    root.render(
      <QueryClientProvider key={key} client={cache}>
        <EmbeddedSidebar config={next} session={session} events={events} />
      </QueryClientProvider>,
    );
  }

  update(config);
  return {
    update,
    stop() {
      isStopped = true;
      stopTheme();
      root.unmount();
      running?.cache.clear();
      tree.replaceChildren();
    },
  };
}

function createCache(): QueryClient {
  return reloadOutdated(
    new QueryClient({
      defaultOptions: {
        queries: {
          staleTime: FRESH_MS,
          networkMode: 'always',
          retry: (failures, error) =>
            failures < MAX_RETRIES &&
            error instanceof ApiError &&
            (error.status === 0 || error.status >= 500 || error.status === 429),
        },
        mutations: { networkMode: 'always' },
      },
    }),
  );
}
