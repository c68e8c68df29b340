import { formExportPath } from '@portico/contracts/forms';
import { anId } from '@portico/testing/builders';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { saveSession } from '../../../sign-in/sessionCookies.ts';
import { downloadExport } from './downloadExport.ts';

const formId = anId();
let saved: string[];

beforeEach(() => {
  saveSession({ idToken: 'id', accessToken: 'access', lifetimeS: 3600 });
  saved = [];
  URL.createObjectURL = () => 'blob:x';
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A fake server that sends `parts` chunks, one every 50 s, and then calls `then`. */
function answerInParts(parts: number, then: (body: ReadableStreamDefaultController) => void) {
  vi.stubGlobal('fetch', (address: string, { signal }: RequestInit) => {
    expect(address).toBe(formExportPath(formId, 'csv'));
    let sent = 0;
    const body = new ReadableStream(
      {
        start: (controller) => signal?.addEventListener('abort', () => controller.error(signal.reason)),
        async pull(controller) {
          if (sent === parts) return then(controller);
          sent += 1;
          await new Promise((later) => setTimeout(later, 50_000));
          controller.enqueue(new TextEncoder().encode('a,b\\r\\n'));
        },
      },
      { highWaterMark: 0 },
    );
    return Promise.resolve(
      new Response(body, { headers: { 'content-disposition': 'attachment; filename="Claims.csv"' } }),
    );
  });
}

const outcome = async () => {
  const ended = downloadExport(formId, 'csv').catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(600_000);
  return ended;
};

test('an export that takes minutes is saved as long as data keeps arriving [B4]', async () => {
  answerInParts(5, (body) => body.close());
  expect(await outcome()).toBe('Claims.csv');
  expect(saved).toEqual(['Claims.csv']);
});

test('an export that stalls times out, and nothing is saved if the connection breaks [B4]', async () => {
  answerInParts(2, () => {});
  expect(await outcome()).toMatchObject({ status: 0, code: 'timeout' });
  answerInParts(2, (body) => body.error(new TypeError('The connection was lost.')));
  expect(await outcome()).toMatchObject({ status: 0, code: 'network' });
  expect(saved).toEqual([]);
});
