import { Worker, type WorkerOptions } from 'node:worker_threads';
import { PortalError } from '../../../errors.ts';
import { JsonAnswer } from '../../../http/api/jsonAnswer.ts';
import type { AnswerBasis } from '../../../search/index/searchState.ts';
import { errorOf } from './failures.ts';
import type { Answered, FromThread, ToThread } from './messages.ts';

/** Requests that may wait per thread before more are rejected: about as many as wait for the database's connections. */
const MAX_WAITING_PER_THREAD = 200;
/** A request whose thread died is asked once more: the cause may have been another one. */
const MAX_ATTEMPTS = 2;
/** A thread that takes longer hangs, and is replaced. Each statement of a search ends within 2 s. */
const MAX_ANSWER_MS = 30_000;
const STOP_TIMEOUT_MS = 1000;
/** What a request leaves behind is garbage at once; a larger nursery only takes memory. */
const MAX_YOUNG_GENERATION_MB = 12;

export interface ThreadAnswer {
  answer: JsonAnswer;
  basis: AnswerBasis | undefined;
}

export interface AnswerThreads<Request> {
  /** Throws `unavailable` when too many requests wait. Without an answer worth reading once `left` is aborted. */
  ask(request: Request, left: AbortSignal): Promise<ThreadAnswer>;
  /** Starts a thread ahead of the first request. */
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
  /** The most threads. They start when they are needed. */
  count: number;
  requestsAtOnce: number;
  maxWaitingPerThread?: number;
  maxAnswerMs?: number;
  onDeath(reason: string): void;
}

/** Has requests answered by threads, in their order. A thread that dies is replaced by the next request. */
export function createAnswerThreads<Request>(options: ThreadOptions): AnswerThreads<Request> {
  const { count, requestsAtOnce, maxWaitingPerThread = MAX_WAITING_PER_THREAD, maxAnswerMs = MAX_ANSWER_MS } = options;
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
    // The server decides how long the process lives.
    worker.unref();
    worker.on('message', (message: FromThread) => settle(thread, message));
    worker.on('error', (error) => options.onDeath(String(error)));
    worker.on('exit', () => replace(thread));
    return thread;
  }

  /** One that has time, or a new one. */
  function findThread(): Thread<Request> | undefined {
    const [freest] = [...threads].sort((a, b) => a.running.size - b.running.size);
    const isBusy = freest === undefined || freest.running.size > 0;
    if (isBusy && threads.size < count) return startThread();
    return freest !== undefined && freest.running.size < requestsAtOnce ? freest : undefined;
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

  /** Lets the next request have its turn. */
  function leave(task: Task<Request>): void {
    const isWaiting = waiting.includes(task);
    waiting = waiting.filter((one) => one !== task);
    for (const thread of threads) if (thread.running.has(task.id)) post(thread, { id: task.id, isCanceled: true });
    if (isWaiting) task.resolve({ answer: new JsonAnswer(''), basis: undefined });
  }

  return {
    ask(request, left) {
      if (waiting.length >= maxWaitingPerThread * count || isClosing) return Promise.reject(unavailable());
      return new Promise((resolve, reject) => {
        const task = { id: (lastId += 1), request, attempts: 0, resolve, reject };
        left.addEventListener('abort', () => leave(task), { once: true });
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

const answerOf = ({ body, etag, isBrotli, basis }: Answered): ThreadAnswer => ({
  answer: new JsonAnswer(Buffer.from(body.buffer, body.byteOffset, body.byteLength), { etag, isBrotli }),
  basis,
});

const post = <Request>({ worker }: Thread<Request>, message: ToThread<Request>): void => worker.postMessage(message);

const unavailable = (): PortalError =>
  new PortalError('unavailable', 'The service is busy. Please try again.', { retryAfter: 1 });

/** Lets a thread close its connections. */
async function stopThread<Request>(thread: Thread<Request>): Promise<void> {
  const ended = new Promise<void>((resolve) => thread.worker.once('exit', () => resolve()));
  const timer = setTimeout(() => void thread.worker.terminate(), STOP_TIMEOUT_MS);
  thread.worker.ref();
  post(thread, 'close');
  await ended;
  clearTimeout(timer);
}
