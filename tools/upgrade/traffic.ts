import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { titled } from '@portico/server/testing/studioActions';
import type { TestIssuer } from '@portico/server/testing/testIssuer';

const READS = [
  'home',
  'menu',
  'news',
  'events/upcoming',
  'resources',
  'media/documents',
  'search?term=retirement',
  'todo/active',
  'notifications',
  'widgets',
  'pages?path=%2Fsupport',
  'categories',
  'users/current',
];
const READERS = 4;
const PROBE_INTERVAL_MS = 50;

export interface Person {
  /** Makes a call and returns its response; throws unless it succeeds. */
  read<Result>(url: string, path: string): Promise<Result>;
  ask(url: string, path: string, method?: string, body?: object): Promise<Response>;
}

/** Signs in a person, who can then call any process. */
export async function signIn(issuer: TestIssuer, sub: string, roles: string[] = []): Promise<Person> {
  const { idToken, accessToken } = await issuer.tokens({ sub, 'custom:roles': roles });
  const headers = { authorization: `Bearer ${accessToken}`, 'id-token': idToken };
  const ask: Person['ask'] = (url, path, method = 'GET', body) =>
    fetch(`${url}/api/v1/${path}`, {
      method,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  return {
    ask,
    async read<Result>(url: string, path: string) {
      const answer = await ask(url, path);
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as Result;
    },
  };
}

export interface Traffic {
  eventId: string;
  /** Successful calls, as `<process> <method> <path>`. */
  answers: string[];
  /** Calls that failed, and why. */
  failures: string[];
  /** Titles of tasks and of published news that a process acknowledged. */
  tasks: string[];
  news: string[];
  /** The last acknowledged registration of the person. */
  registration: string;
  stop(): Promise<void>;
}

/**
 * Generates traffic until it is stopped: people who read, one who adds tasks, registers for an event and cancels, and
 * one who publishes news. Calls rotate among the processes that are ready, as with a load balancer; `processes` can
 * change at any time.
 */
export async function startTraffic(
  issuer: TestIssuer,
  processes: ReadonlyMap<string, string>,
  eventId: string,
): Promise<Traffic> {
  const [ana, edda] = [await signIn(issuer, 'ana'), await signIn(issuer, 'edda', ['editor'])];
  const traffic = {
    eventId,
    answers: [] as string[],
    failures: [] as string[],
    tasks: [] as string[],
    news: [] as string[],
    registration: '',
  };
  let isOver = false;
  const choose = balancer(processes, () => isOver);

  async function call<Result>(person: Person, path: string, method = 'GET', body?: object): Promise<Result> {
    const [name, url] = await choose();
    const asked = `${name} ${method} ${path.replaceAll(/[0-9a-f-]{36}/g, ':id')}`;
    const answer = await person.ask(url, path, method, body).catch((error: Error) => error);
    if (answer instanceof Error) throw new Error(`${asked}: ${String(answer.cause ?? answer)}`);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${asked}: ${answer.status} ${text}`);
    traffic.answers.push(asked);
    return (text === '' ? undefined : JSON.parse(text)) as Result;
  }
  const repeat = async (work: (count: number) => Promise<void>) => {
    for (let count = 0; !isOver; count += 1) {
      await work(count).catch((error: Error) => traffic.failures.push(error.message));
      await sleep(10);
    }
  };
  const people = [
    ...Array.from({ length: READERS }, (_, reader) =>
      repeat((count) => call(ana, READS[(count + reader * 3) % READS.length]!)),
    ),
    repeat(async (count) => {
      // A person can have at most 500 active tasks.
      const { id, title } = await call<{ id: string; title: string }>(ana, 'todo', 'POST', { title: `Task ${count}` });
      await call(ana, `todo/${id}/check`, 'PUT');
      traffic.tasks.push(title);
      const registrationStatus = count % 2 === 0 ? 'Registered' : 'Unregistered';
      await call(ana, `events/${eventId}`, 'PUT', { registrationStatus });
      traffic.registration = registrationStatus;
    }),
    repeat(async (count) => {
      const header = `Published ${count}`;
      const id = randomUUID();
      const item = await call<{ sequence: number }>(edda, 'studio/items', 'POST', { id, kind: 'news' });
      const changes = { clientId: randomUUID(), batchId: randomUUID(), base: item.sequence, changes: [titled(header)] };
      await call(edda, `studio/items/${id}/changes`, 'POST', changes);
      const { version, sequence } = await call<{ version: number; sequence: number }>(edda, `studio/items/${id}`);
      await call(edda, `studio/items/${id}/publish`, 'POST', { version, sequence });
      traffic.news.push(header);
      await sleep(200);
    }),
  ];
  return Object.assign(traffic, {
    async stop() {
      isOver = true;
      await Promise.all(people);
    },
  });
}

/** Polls the readiness of each process, and returns the ready ones round-robin. */
function balancer(processes: ReadonlyMap<string, string>, isOver: () => boolean) {
  let ready: Array<[name: string, url: string]> = [];
  let turn = 0;
  const probing = async () => {
    while (!isOver()) {
      const found = await Promise.all(
        [...processes].map(async (entry) => {
          const answer = await fetch(`${entry[1]}/readyz`).catch(() => undefined);
          await answer?.arrayBuffer().catch(() => {});
          return answer?.ok ? [entry] : [];
        }),
      );
      ready = found.flat();
      await sleep(PROBE_INTERVAL_MS);
    }
  };
  void probing();
  return async () => {
    while (ready.length === 0) await sleep(PROBE_INTERVAL_MS);
    return ready[(turn += 1) % ready.length]!;
  };
}
