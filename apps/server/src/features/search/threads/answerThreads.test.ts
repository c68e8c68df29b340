import { expect, onTestFinished, test } from 'vitest';
import { createAnswerThreads, type ThreadAnswer, type ThreadOptions } from './answerThreads.ts';

const present = new AbortController().signal;

function threadsOf(options: Partial<ThreadOptions> = {}) {
  const deaths: string[] = [];
  const threads = createAnswerThreads<string>({
    entry: new URL('../../../testing/unreliableThread.ts', import.meta.url),
    settings: undefined,
    count: 1,
    requestsAtOnce: 2,
    onDeath: (reason) => deaths.push(reason),
    ...options,
  });
  onTestFinished(threads.close);
  return { deaths, ask: (request: string, left = present) => threads.ask(request, left), close: threads.close };
}

const textOf = ({ answer }: ThreadAnswer): string => answer.body.toString();

test('requests are answered by a thread, with the digest that it made', async () => {
  const { ask } = threadsOf();
  const answers = await Promise.all(['one', 'two', 'three'].map((text) => ask(text)));
  expect(answers.map(textOf)).toEqual(['one', 'two', 'three']);
  expect(answers[0]!.answer.etag).toBe('W/"one"');
});

test('a request whose thread dies is asked again, and one that kills every thread is rejected [SEARCH-025]', async () => {
  const { ask, deaths } = threadsOf({ requestsAtOnce: 3 });
  const waits = ask('wait');
  const dies = ask('die');
  await expect(dies).rejects.toMatchObject({ code: 'unavailable', retryAfter: 1 });
  // Its own second attempt may have been on the thread that died last.
  await expect(waits).rejects.toMatchObject({ code: 'unavailable' });
  expect(deaths).toHaveLength(2);
  expect(textOf(await ask('still here'))).toBe('still here');
});

test('a thread that hangs is replaced [SEARCH-025]', async () => {
  // Long enough for a busy machine to start a thread.
  const { ask } = threadsOf({ maxAnswerMs: 3000, requestsAtOnce: 1 });
  await expect(ask('wait')).rejects.toMatchObject({ code: 'unavailable' });
  expect(textOf(await ask('one'))).toBe('one');
});

test('only when as many requests wait as may wait is the next one rejected [SEARCH-026]', async () => {
  const { ask } = threadsOf({ requestsAtOnce: 1, maxWaitingPerThread: 2 });
  const accepted = [ask('one'), ask('two'), ask('three')];
  await expect(ask('four')).rejects.toMatchObject({ code: 'unavailable', retryAfter: 1 });
  expect((await Promise.all(accepted)).map(textOf)).toEqual(['one', 'two', 'three']);
  expect(textOf(await ask('four'))).toBe('four');
});

test('who leaves makes room: a waiting request is not asked, and a running one is canceled [SEARCH-027]', async () => {
  const { ask } = threadsOf({ requestsAtOnce: 1 });
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

test('an error of the thread keeps the code that says what happened', async () => {
  const { ask } = threadsOf();
  await expect(ask('fail')).rejects.toMatchObject({ message: 'no', code: '08006' });
});

test('requests that wait when the threads close are rejected', async () => {
  const { ask, close } = threadsOf({ requestsAtOnce: 1 });
  const asked = Promise.allSettled([ask('wait'), ask('one')]);
  await close();
  expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(ask('two')).rejects.toMatchObject({ code: 'unavailable' });
});
