import { getVersion } from '@portico/contracts/version';
import {
  listCategories,
  listDepartments,
  listEventCategories,
  listNewsCategories,
} from '@portico/contracts/categories';
import type { CallResult, Endpoint, Received } from '@portico/contracts/endpoint';
import type { ErrorCode, Problem } from '@portico/contracts/errors';
import { errorCodes } from '@portico/contracts/errors';
import { listOwnEntries } from '@portico/contracts/forms';
import { getHome, noteHomeVisit } from '@portico/contracts/home';
import { noteReading } from '@portico/contracts/readings';
import { getMaintenance } from '@portico/contracts/maintenance';
import { getMenu } from '@portico/contracts/menu';
import { getNotificationSummary, listNotifications } from '@portico/contracts/notifications';
import { STREAM_HEARTBEAT_MS, streamPath, type StreamTopic } from '@portico/contracts/stream';
import { searchDestinations } from '@portico/contracts/search';
import { getCurrentUser } from '@portico/contracts/users';
import { listActiveTasks } from '@portico/contracts/todo';
import { getWidgets, previewWidgets } from '@portico/contracts/widgets';
import { z } from 'zod/mini';
import { aCurrentUser, aHome, aMenu, someCategories, someTopics } from './builders.ts';

/** A call as the fake API received it. `path` is as sent, with its query. */
export interface SeenCall {
  method: string;
  path: string;
  headers: Headers;
}

type Answer = (received: Received<Endpoint>) => unknown;
type AnswerOf<E extends Endpoint> = CallResult<E> | ((received: Received<E>) => CallResult<E> | Promise<CallResult<E>>);

export interface FakeApi {
  /** Replaces the browser's `fetch`. */
  fetch: typeof fetch;
  /**
   * From now on, `endpoint` responds with this. A response that breaks the contract makes the call fail with a console
   * error.
   */
  answer: <E extends Endpoint>(endpoint: E, answer: AnswerOf<E>) => void;
  /** From now on, `endpoint` fails with this error code and `detail`, or cannot be reached (`offline`). */
  fail: (endpoint: Endpoint, code: ErrorCode | 'offline', detail?: string, issues?: Problem['issues']) => void;
  /** From now on, calls to `endpoint` wait; the returned function releases them. */
  hold: (endpoint: Endpoint) => () => void;
  /** Sends `topic` to every open event stream; returns the number of streams. */
  push: (topic: StreamTopic) => number;
  calls: SeenCall[];
  /** Calls to one endpoint. */
  callsTo: (endpoint: Endpoint) => SeenCall[];
}

class Failure {
  readonly code: ErrorCode | 'offline';
  readonly detail: string | undefined;
  readonly issues: Problem['issues'];
  constructor(code: ErrorCode | 'offline', detail: string | undefined, issues: Problem['issues']) {
    this.code = code;
    this.detail = detail;
    this.issues = issues;
  }
}

/** Called in an answer, makes the call fail with an error. */
export function refuse(code: ErrorCode | 'offline', detail?: string, issues?: Problem['issues']): never {
  throw new Failure(code, detail, issues);
}

/**
 * An in-memory API that enforces the contracts: like the server, it parses input and validates responses. Calls that
 * the frame makes have default responses.
 */
export function fakeApi(): FakeApi {
  const answers = new Map<Endpoint, Answer>();
  const gates = new Map<Endpoint, Promise<void>>();
  const calls: SeenCall[] = [];
  const seen = new Map<SeenCall, Endpoint>();
  const streams = new Set<ReadableStreamDefaultController<Uint8Array>>();

  const api: FakeApi = {
    calls,
    callsTo: (endpoint) => calls.filter((call) => seen.get(call) === endpoint),
    answer: (endpoint, answer) => {
      answers.set(endpoint, (typeof answer === 'function' ? answer : () => answer) as Answer);
    },
    fail: (endpoint, code, detail, issues) => {
      answers.set(endpoint, () => refuse(code, detail, issues));
    },
    hold: (endpoint) => {
      const gate = Promise.withResolvers<void>();
      gates.set(endpoint, gate.promise);
      return () => {
        gates.delete(endpoint);
        gate.resolve();
      };
    },
    push: (topic) => {
      for (const stream of streams) stream.enqueue(streamed(topic));
      return streams.size;
    },
    fetch: async (input, init) => {
      const request = new Request(new URL(input instanceof Request ? input.url : input, 'https://portal.test'), init);
      const url = new URL(request.url);
      if (url.pathname === streamPath) return openStream(streams, request.signal);
      const match = findEndpoint(answers, request.method, url.pathname);
      const call = { method: request.method, path: url.pathname + url.search, headers: request.headers };
      calls.push(call);
      try {
        if (!match) throw new Error(`The fake API has no answer for ${request.method} ${url.pathname}.`);
        seen.set(call, match.endpoint);
        await gates.get(match.endpoint);
        return await respond(match, url, request);
      } catch (error) {
        // The client treats anything that fetch throws as a broken connection, so a breach of the contract is reported
        // here.
        if (!(error instanceof TypeError)) console.error(error); // oxlint-disable-line no-console
        throw error;
      }
    },
  };
  api.answer(getMenu, aMenu());
  api.answer(getCurrentUser, aCurrentUser());
  api.answer(getMaintenance, { notice: null, isReadOnly: false, readOnlyUntil: null });
  api.answer(getVersion, { version: '0.0.0', build: 'test' });
  api.answer(getHome, aHome());
  api.answer(noteHomeVisit, undefined);
  api.answer(noteReading, undefined);
  api.answer(listActiveTasks, { sort: 'Usual', items: [], checklists: [], duties: { items: [], total: 0 } });
  api.answer(listOwnEntries, { items: [], page: 1, pageSize: 20, total: 0, begun: [] });
  api.answer(getWidgets, { widgets: [] });
  api.answer(previewWidgets, { widgets: [] });
  api.answer(getNotificationSummary, { unreadCount: 0 });
  api.answer(listNotifications, []);
  api.answer(searchDestinations, []);
  api.answer(listNewsCategories, someCategories());
  api.answer(listEventCategories, someCategories());
  api.answer(listCategories, someTopics());
  api.answer(listDepartments, someTopics(['Operations', 'Retirement']));
  return api;
}

const streamed = (topic: string) => new TextEncoder().encode(`event: ${topic}\ndata: {}\n\n`);

/** An event stream that stays open until the reader disconnects. */
function openStream(streams: Set<ReadableStreamDefaultController<Uint8Array>>, signal: AbortSignal): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => {
      streams.add(stream);
      // With a position, as from the server: without one, each new connection would refresh everything.
      stream.enqueue(new TextEncoder().encode('event: hello\nid: 1\ndata: {}\n\n'));
      const beat = setInterval(() => stream.enqueue(new TextEncoder().encode(': beat\n\n')), STREAM_HEARTBEAT_MS);
      signal.addEventListener('abort', () => {
        clearInterval(beat);
        if (streams.delete(stream)) stream.error(signal.reason);
      });
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

interface Match {
  endpoint: Endpoint;
  answer: Answer;
  params: Record<string, string>;
}

function findEndpoint(answers: Map<Endpoint, Answer>, method: string, path: string): Match | undefined {
  // Like the server's router, prefers paths without parameters.
  const parametersIn = ([{ path: pattern }]: [Endpoint, Answer]) => pattern.split('/:').length;
  for (const [endpoint, answer] of [...answers].sort((a, b) => parametersIn(a) - parametersIn(b))) {
    const names: string[] = [];
    const pattern = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
      names.push(name);
      return '([^/]+)';
    });
    const match = endpoint.method === method && new RegExp(`^${pattern}$`).exec(path);
    if (match)
      return {
        endpoint,
        answer,
        params: Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? '')])),
      };
  }
  return undefined;
}

async function respond({ endpoint, answer, params }: Match, url: URL, request: Request): Promise<Response> {
  const { access } = endpoint;
  if (access !== 'anyone' && !(request.headers.has('authorization') && request.headers.has('id-token')))
    return problem('token_missing');
  try {
    const received = {
      params: endpoint.params && z.parse(endpoint.params, params),
      query: endpoint.query && z.parse(endpoint.query, queryOf(url)),
      body: endpoint.body && z.parse(endpoint.body, await request.json()),
    };
    const value = await answer(received as Received<Endpoint>);
    if (!endpoint.response) return new Response(null, { status: 204 });
    return Response.json(z.parse(endpoint.response, value));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === 'offline') throw new TypeError('Failed to fetch', { cause: error });
    return problem(error.code, error.detail, error.issues);
  }
}

function queryOf(url: URL): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(url.searchParams.keys())].map((name) => {
      const values = url.searchParams.getAll(name);
      return [name, values.length > 1 ? values : values[0]!];
    }),
  );
}

function problem(code: ErrorCode, detail?: string, issues?: Problem['issues']): Response {
  const { status, title } = errorCodes[code];
  const body: Problem = {
    type: `urn:portico:error:${code}`,
    title,
    status,
    code,
    detail: detail ?? `${title}.`,
    requestId: 'req-test',
    issues,
  };
  return Response.json(body, { status, headers: { 'content-type': 'application/problem+json' } });
}
