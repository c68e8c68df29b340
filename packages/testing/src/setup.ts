import { webcrypto } from 'node:crypto';
import { ReadableStream } from 'node:stream/web';
import { BroadcastChannel } from 'node:worker_threads';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, inject, vi } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** How long a wait may take before it counts as hanging. */
    waitMs: number;
  }
}

/*
 * Runs before every component test. A test fails on an unexpected `console.error` or `console.warn`; a test that
 * expects one installs its own spy. Browser features that jsdom lacks get minimal stubs.
 */
configure({
  // The first test of a file waits until the code of its page is compiled, which takes long on a busy machine.
  asyncUtilTimeout: inject('waitMs'),
  // The original prints the whole page before it applies the limit, each time that a wait looks in vain.
  ...(process.env['DEBUG_PRINT_LIMIT'] === '0' ? { getElementError: errorWithoutPage } : {}),
});

function errorWithoutPage(message: string | null): Error {
  return Object.assign(new Error(message ?? undefined), { name: 'TestingLibraryElementError' });
}

// Available in browsers but not in jsdom.
for (const [name, value] of Object.entries({ crypto: webcrypto, BroadcastChannel, ReadableStream })) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

const unexpected: unknown[][] = [];

class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
}

beforeEach(() => {
  unexpected.length = 0;
  for (const kind of ['error', 'warn'] as const) {
    vi.spyOn(console, kind).mockImplementation((...words: unknown[]) => {
      unexpected.push(words);
    });
  }
  vi.stubGlobal('ResizeObserver', NoObserver);
  vi.stubGlobal('IntersectionObserver', NoObserver);
  // jsdom has its own copies of these, so what Node's functions return would not be an instance of them.
  vi.stubGlobal('ArrayBuffer', Object.getPrototypeOf(Buffer.from('').buffer).constructor);
  vi.stubGlobal('Uint8Array', Object.getPrototypeOf(Buffer));
  window.matchMedia ??= (query) => ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
    dispatchEvent: () => true,
  });
  window.scrollTo = vi.fn();
  // The text editor measures where its text is.
  document.elementFromPoint ??= () => null;
  // jsdom cannot create a DOMRectList, so the cast passes an empty array off as one.
  Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect ??= () => new DOMRect();
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  expect(unexpected, 'the console stays quiet').toEqual([]);
});
