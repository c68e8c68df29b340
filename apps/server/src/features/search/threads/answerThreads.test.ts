import { expect, onTestFinished, test } from 'vitest';
import { createAnswerThreads, type ThreadAnswer, type ThreadOptions } from './answerThreads.ts';

const present = new AbortController().signal;

function threadsOf(options: Partial<ThreadOptions> = {}) {
  const deaths: string[] = [];
  const threads = createAnswerThreads<string>({
    entry: new URL('../../../testing/unreliableThread.ts', import.meta.url),
    settings: undefined,
    count: 1,
    requestsPerThread: 2,
    onDeath: (reason) => deaths.push(reason),
    ...options,
  });
  onTestFinished(threads.close);
  return { deaths, ask: (request: string, signal = present) => threads.ask(request, signal), close: threads.close };
}

const textOf = ({ answer }: ThreadAnswer): string => answer.body.toString();

test('a thread answers requests and supplies their ETags', async () => {
  const { ask } = threadsOf();
  const answers = await Promise.all(['one', 'two', 'three'].map((text) => ask(text)));
  expect(answers.map(textOf)).toEqual(['one', 'two', 'three']);
  expect(answers[0]!.answer.etag).toBe('W/"one"');
});

test('a request whose thread dies is retried, and one that kills every thread is rejected [SEARCH-025]', async () => {
  const { ask, deaths } = threadsOf({ requestsPerThread: 3 });
  const waiter = ask('wait');
  const killer = ask('die');
  await expect(killer).rejects.toMatchObject({ code: 'unavailable', retryAfter: 1 });
  // Its retry may have been on the thread that died last.
  await expect(waiter).rejects.toMatchObject({ code: 'unavailable' });
  expect(deaths).toHaveLength(2);
  expect(textOf(await ask('still here'))).toBe('still here');
});

test('a hanging thread is replaced [SEARCH-025]', async () => {
  // Gives a busy machine enough time to start a thread.
  const { ask } = threadsOf({ maxAnswerMs: 3000, requestsPerThread: 1 });
  await expect(ask('wait')).rejects.toMatchObject({ code: 'unavailable' });
  expect(textOf(await ask('one'))).toBe('one');
});

test('a request is rejected only when the maximum number of requests is waiting [SEARCH-026]', async () => {
  const { ask } = threadsOf({ requestsPerThread: 1, maxWaitingPerThread: 2 });
  const accepted = [ask('one'), ask('two'), ask('three')];
  await expect(ask('four')).rejects.toMatchObject({ code: 'unavailable', retryAfter: 1 });
  expect((await Promise.all(accepted)).map(textOf)).toEqual(['one', 'two', 'three']);
  expect(textOf(await ask('four'))).toBe('four');
});

test('an aborted request makes room: if waiting it is never run, and if running it is canceled [SEARCH-027]', async () => {
  const { ask } = threadsOf({ requestsPerThread: 1 });
  const [leaver, waiter] = [new AbortController(), new AbortController()];
  const running = ask('wait', leaver.signal);
  const waiting = ask('die', waiter.signal);
  const last = ask('last');
  waiter.abort();
  leaver.abort();
  expect(textOf(await running)).toBe('canceled');
  expect(textOf(await waiting)).toBe('');
  expect(textOf(await last)).toBe('last');
});

test('an error in the thread keeps the code that identifies it', async () => {
  const { ask } = threadsOf();
  await expect(ask('fail')).rejects.toMatchObject({ message: 'no', code: '08006' });
});

test('requests still waiting when the threads close are rejected', async () => {
  const { ask, close } = threadsOf({ requestsPerThread: 1 });
  const pending = Promise.allSettled([ask('wait'), ask('one')]);
  await close();
  expect((await pending).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(ask('two')).rejects.toMatchObject({ code: 'unavailable' });
});
