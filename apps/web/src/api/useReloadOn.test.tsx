import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useReloadOn } from './useReloadOn.ts';

const stream = vi.hoisted(() => ({ listener: (_detail?: string): void => undefined }));
vi.mock(import('./liveTopics.ts'), async (original) => ({
  ...(await original()),
  onTopic: (_topic, listener) => {
    stream.listener = listener;
    return () => undefined;
  },
}));

test('lists are loaded again when something has changed, but not for each key that is typed in an open item [COWRITE-035]', () => {
  const cache = new QueryClient();
  cache.setQueryData(['list'], 'loaded');
  renderHook(() => useReloadOn('studio', { queryKey: ['list'] }), {
    wrapper: ({ children }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>,
  });
  const isOutdated = () => cache.getQueryState(['list'])!.isInvalidated;
  stream.listener('{"sequence":2}');
  expect(isOutdated()).toBe(false);
  stream.listener();
  expect(isOutdated()).toBe(true);
});
