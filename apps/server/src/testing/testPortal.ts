import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { beforeAll, expect, onTestFinished } from 'vitest';
import { z } from 'zod/mini';
import type { CallInput, CallResult, Endpoint } from '@portico/contracts/endpoint';
import { Problem } from '@portico/contracts/errors';
import { createPortal } from '../app.ts';
import { loadConfig } from '../config.ts';
import { createLogger } from '../http/monitoring/requestLog.ts';
import { jobs } from '../jobs.ts';
import { runDueJobs } from '../jobs/worker.ts';
import { createDiskStore } from '../media/store/diskStore.ts';
import type { ObjectStore } from '../media/store/objectStore.ts';
import type { Dependencies } from '../dependencies.ts';
import { connectIdentityProvider } from '../sign-in/identityProvider.ts';
import { contentMaker, type ContentMaker } from './contentMaker.ts';
import { openTestDatabase, type TestDatabase } from './testDatabase.ts';
import {
  createKey,
  startTestIssuer,
  TEST_AUDIENCE,
  TEST_CLIENT_ID,
  type TestIssuer,
  type TestIssuerOptions,
} from './testIssuer.ts';
import { createNotifications } from '../features/notifications/createNotifications.ts';

/** Claims of the people that tests speak as; any other name is a person without an advisor type. */
const people: Record<string, Record<string, unknown>> = {
  ana: { given_name: 'Ana', family_name: 'Brandt', 'custom:advisorType': 'AdvisorHybrid' },
  cora: { nickname: 'Cora', given_name: 'Cordelia', family_name: 'Finch', 'custom:advisorType': 'AdvisorCorporate' },
  nils: { given_name: 'Nils', family_name: 'Aldous', 'custom:advisorType': 'Nla' },
  edda: { given_name: 'Edda', family_name: 'Mohr', 'custom:roles': ['editor'], 'custom:advisorType': 'AdvisorIFA' },
};

interface Caller {
  /** Calls an endpoint and checks that the answer is exactly what the contract says. */
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>, headers?: Record<string, string>): Promise<CallResult<E>>;
  /** Calls an endpoint that is to fail, and returns its problem details. */
  fail<E extends Endpoint>(endpoint: E, input: CallInput<E>, headers?: Record<string, string>): Promise<Problem>;
  headers(): Promise<Record<string, string>>;
}

export interface TestPortal extends TestDatabase {
  portal: FastifyInstance;
  /** The server's dependencies, to create another one. */
  parts: Dependencies & { webRoot: string };
  issuer: TestIssuer;
  store: ObjectStore;
  make: ContentMaker;
  as(name: string): Caller;
  /** Lines that the server logged, parsed. */
  logged: Array<Record<string, unknown>>;
  /** The portal's clock; tests move it. */
  clock: { now: Date };
  /** Runs the due jobs, as the worker would. */
  runJobs(): Promise<void>;
}

export interface TestPortalOptions {
  env?: Record<string, string>;
  parts?: Partial<Dependencies>;
  now?: Date;
  issuer?: TestIssuerOptions;
  /** Called before the server is ready, to add routes. */
  extend?: (portal: FastifyInstance) => void;
}

/** The whole server with its own database and identity provider. */
export async function testPortal(options: TestPortalOptions = {}): Promise<TestPortal> {
  const { close, ...portal } = await openTestPortal(options);
  onTestFinished(close);
  return portal;
}

/** One server for all tests of a file or a `describe` that do not affect each other. */
export function sharedPortal(options: TestPortalOptions = {}): () => TestPortal {
  let shared: TestPortal;
  beforeAll(async () => {
    const { close, ...portal } = await openTestPortal(options);
    shared = portal;
    return close;
  });
  return () => shared;
}

const key = createKey('key-1');

async function openTestPortal(options: TestPortalOptions): Promise<TestPortal & { close: () => Promise<void> }> {
  const clock = { now: options.now ?? new Date() };
  const { close: closeDatabase, ...database } = await openTestDatabase();
  const issuer = await startTestIssuer(() => clock.now, { key: await key, ...options.issuer });
  const folder = await mkdtemp(join(tmpdir(), 'portico-portal-'));
  const webRoot = join(folder, 'web');
  await mkdir(join(webRoot, 'assets'), { recursive: true });
  await writeFile(
    join(webRoot, 'index.html'),
    '<!doctype html><title>__TITLE__</title><meta name="portico-settings" content="__SETTINGS__"><script nonce="__NONCE__" src="/assets/main.js"></script>',
  );
  await writeFile(join(webRoot, 'silent.html'), '<!doctype html><title>__TITLE__</title>');
  await writeFile(join(webRoot, 'assets', 'main.js'), 'export {};');
  const config = loadConfig({
    DATABASE_URL: database.applicationUrl,
    OIDC_ISSUER: issuer.issuer,
    OIDC_DISCOVERY_URL: issuer.discoveryUrl,
    // A busy test machine falls behind without being overloaded.
    OIDC_CLIENT_ID: TEST_CLIENT_ID,
    OIDC_AUDIENCE: TEST_AUDIENCE,
    MAX_EVENT_LOOP_DELAY_MS: '60000',
    ...options.env,
  });
  const logged: Array<Record<string, unknown>> = [];
  const logger = createLogger(config, {
    write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>),
  });
  const provider = connectIdentityProvider(config);
  const store = createDiskStore(join(folder, 'files'));
  const parts = {
    config,
    db: database.db,
    pool: database.pool,
    store,
    provider,
    logger,
    notify: createNotifications,
    now: () => clock.now,
    build: 'test',
    webRoot,
    ...options.parts,
  };
  const portal = await createPortal(parts);
  options.extend?.(portal);
  const close = async () => {
    await portal.close();
    provider.close();
    await issuer.close();
    await closeDatabase();
    await rm(folder, { recursive: true, force: true });
  };
  await provider.ready;

  const tokens = new Map<string, Promise<Record<string, string>>>();
  const headersOf = (name: string) => {
    // Tokens live for an hour of the portal's clock, which tests move.
    const key = `${name} ${Math.floor(clock.now.getTime() / 1_800_000)}`;
    const known =
      tokens.get(key) ??
      issuer
        .tokens({ sub: name, ...people[name] })
        .then(({ idToken, accessToken }) => ({ authorization: `Bearer ${accessToken}`, 'id-token': idToken }));
    tokens.set(key, known);
    return known;
  };

  async function send(
    name: string,
    endpoint: Endpoint,
    input: { params?: object; query?: object; body?: object } = {},
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    let path = endpoint.path;
    for (const [key, value] of Object.entries(input.params ?? {}))
      path = path.replace(`:${key}`, encodeURIComponent(String(value)));
    return portal.inject({
      method: endpoint.method,
      url: path,
      query: (input.query ?? {}) as Record<string, string>,
      headers: { ...(await headersOf(name)), ...headers },
      ...(input.body ? { payload: input.body } : {}),
    });
  }

  return {
    ...database,
    close,
    portal,
    parts,
    issuer,
    store,
    logged,
    clock,
    make: contentMaker(database.db, clock, store),
    runJobs: () => runDueJobs(jobs, parts),
    as: (name) => ({
      headers: () => headersOf(name),
      async call(endpoint, input, headers) {
        const answer = await send(name, endpoint, input, headers);
        expect(answer.statusCode, answer.body).toBe(endpoint.response ? endpoint.status : 204);
        if (!endpoint.response) return undefined as never;
        const body: unknown = answer.json();
        expect(z.safeParse(endpoint.response, body)).toEqual({ success: true, data: body });
        return body as never;
      },
      async fail(endpoint, input, headers) {
        const answer = await send(name, endpoint, input, headers);
        expect(answer.statusCode, answer.body).toBeGreaterThanOrEqual(400);
        return z.parse(Problem, answer.json());
      },
    }),
  };
}
