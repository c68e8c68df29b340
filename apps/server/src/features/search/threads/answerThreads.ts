import { Worker, type WorkerOptions } from 'node:worker_threads';
import { PortalError } from '../../../errors.ts';
import { JsonAnswer } from '../../../http/api/jsonAnswer.ts';
import type { AnswerBasis } from '../../../search/index/searchState.ts';
import { errorOf } from './failures.ts';
import type { Answered, FromThread, ToThread } from './messages.ts';

/** The maximum number of waiting requests per thread, about as many as can wait for database connections. */
const MAX_WAITING_PER_THREAD = 200;
/** A request whose thread died is retried once, because another request may have been the cause. */
const MAX_ATTEMPTS = 2;
/** A thread that takes longer than this is considered hung and replaced. Each statement of a search ends within 2 s. */
const MAX_ANSWER_MS = 30_000;
const STOP_TIMEOUT_MS = 1000;
/** The data of a request becomes garbage at once, so a larger young generation would only use memory. */
const MAX_YOUNG_GENERATION_MB = 12;

export interface ThreadAnswer {
  answer: JsonAnswer;
  basis: AnswerBasis | undefined;
  hasResults?: Answered['hasResults'] | undefined;
}

export interface AnswerThreads<Request> {
  /** Throws `unavailable` when too many requests are waiting. The answer is meaningless once `signal` is aborted. */
  ask(request: Request, signal: AbortSignal): Promise<ThreadAnswer>;
  /** Starts a thread before the first request. */
  warmUp(): void;
  close(): Promise<void>;
}

interface Task<Request> {
  id: number;
  request: Request;
  attempts: number;
  resolve(answer: ThreadAnswer): void;
  reject(error: Error): void;
}

interface Running<Request> {
  task: Task<Request>;
  timer: NodeJS.Timeout;
}

interface Thread<Request> {
  worker: Worker;
  running: Map<number, Running<Request>>;
}

export interface ThreadOptions {
  entry: URL;
  settings: WorkerOptions['workerData'];
  /** The maximum number of threads. They start on demand. */
  count: number;
  requestsPerThread: number;
  maxWaitingPerThread?: number;
  maxAnswerMs?: number;
  onDeath(reason: string): void;
}

/** Answers requests in order, using threads. A thread that dies is replaced for the next request. */
export function createAnswerThreads<Request>(options: ThreadOptions): AnswerThreads<Request> {
  const {
    count,
    requestsPerThread,
    maxWaitingPerThread = MAX_WAITING_PER_THREAD,
    maxAnswerMs = MAX_ANSWER_MS,
  } = options;
  const threads = new Set<Thread<Request>>();
  let waiting: Array<Task<Request>> = [];
  let lastId = 0;
  let isClosing = false;

  function startThread(): Thread<Request> {
    const worker = new Worker(options.entry, {
      workerData: options.settings as unknown,
      resourceLimits: { maxYoungGenerationSizeMb: MAX_YOUNG_GENERATION_MB },
    });
    const thread: Thread<Request> = { worker, running: new Map() };
    threads.add(thread);
    // The thread must not keep the process alive.
    worker.unref();
    worker.on('message', (message: FromThread) => settle(thread, message));
    worker.on('error', (error) => options.onDeath(String(error)));
    worker.on('exit', () => replace(thread));
    return thread;
  }

  /** The least busy thread with capacity, or a new one. */
  function findThread(): Thread<Request> | undefined {
    const [leastBusy] = [...threads].sort((a, b) => a.running.size - b.running.size);
    const isBusy = leastBusy === undefined || leastBusy.running.size > 0;
    if (isBusy && threads.size < count) return startThread();
    return leastBusy !== undefined && leastBusy.running.size < requestsPerThread ? leastBusy : undefined;
  }

  function dispatch(): void {
    while (waiting.length > 0 && !isClosing) {
      const thread = findThread();
      if (thread === undefined) return;
      const task = waiting.shift()!;
      const timer = setTimeout(() => void thread.worker.terminate(), maxAnswerMs);
      timer.unref();
      task.attempts += 1;
      thread.running.set(task.id, { task, timer });
      post(thread, { id: task.id, request: task.request });
    }
  }

  function settle(thread: Thread<Request>, message: FromThread): void {
    const running = thread.running.get(message.id);
    if (running === undefined) return;
    clearTimeout(running.timer);
    thread.running.delete(message.id);
    if ('failure' in message) running.task.reject(errorOf(message.failure));
    else running.task.resolve(answerOf(message));
    dispatch();
  }

  function replace(thread: Thread<Request>): void {
    threads.delete(thread);
    const lost = [...thread.running.values()];
    if (!isClosing) options.onDeath(`a thread ended with ${lost.length} requests`);
    for (const { timer } of lost) clearTimeout(timer);
    const isHopeless = ({ task }: Running<Request>) => isClosing || task.attempts >= MAX_ATTEMPTS;
    for (const { task } of lost.filter(isHopeless)) task.reject(unavailable());
    waiting = [...lost.filter((one) => !isHopeless(one)).map(({ task }) => task), ...waiting];
    dispatch();
  }

  /** Cancels a request and makes room for the next one. */
  function leave(task: Task<Request>): void {
    const isWaiting = waiting.includes(task);
    waiting = waiting.filter((one) => one !== task);
    for (const thread of threads) if (thread.running.has(task.id)) post(thread, { id: task.id, isCanceled: true });
    if (isWaiting) task.resolve({ answer: new JsonAnswer(''), basis: undefined });
  }

  return {
    ask(request, signal) {
      if (waiting.length >= maxWaitingPerThread * count || isClosing) return Promise.reject(unavailable());
      return new Promise((resolve, reject) => {
        const task = { id: (lastId += 1), request, attempts: 0, resolve, reject };
        signal.addEventListener('abort', () => leave(task), { once: true });
        waiting.push(task);
        dispatch();
      });
    },
    warmUp() {
      if (threads.size === 0 && !isClosing) startThread();
    },
    async close() {
      isClosing = true;
      for (const task of waiting.splice(0)) task.reject(unavailable());
      await Promise.all([...threads].map(stopThread));
    },
  };
}

const answerOf = ({ body, etag, isBrotli, basis, hasResults }: Answered): ThreadAnswer => ({
  answer: new JsonAnswer(Buffer.from(body.buffer, body.byteOffset, body.byteLength), { etag, isBrotli }),
  basis,
  hasResults,
});

const post = <Request>({ worker }: Thread<Request>, message: ToThread<Request>): void => worker.postMessage(message);

const unavailable = (): PortalError =>
  new PortalError('unavailable', 'The portal is busy. Please try again.', { retryAfter: 1 });

/** Lets a thread close its database connections before it ends. */
async function stopThread<Request>(thread: Thread<Request>): Promise<void> {
  const ended = new Promise<void>((resolve) => thread.worker.once('exit', () => resolve()));
  const timer = setTimeout(() => void thread.worker.terminate(), STOP_TIMEOUT_MS);
  thread.worker.ref();
  post(thread, 'close');
  await ended;
  clearTimeout(timer);
}
