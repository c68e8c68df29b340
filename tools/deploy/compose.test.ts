import { execFile, execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadConfig } from '@portico/server/config';
import { parseFilesAddress } from '@portico/server/settings/filesAddress';
import { MAX_FILE_BYTES } from '@portico/kinds/media';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { readText } from '../checks/repositoryFiles.ts';
import { findProgram } from '../deployment/program.ts';
import { root } from '../root.ts';

interface Service {
  image: string;
  environment: Record<string, string>;
  volumes: string[];
  healthcheck?: { test: string[] };
  stop_grace_period?: string;
  profiles?: string[];
  command?: string[];
  depends_on?: unknown;
  configs?: Array<{ source: string }>;
}

const caddy = findProgram('caddy');
if (!caddy) console.warn('Skipping tests, because caddy is not installed (Debian: caddy)');

const example = Object.fromEntries(
  [...readText('deploy/compose/portico.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [
    name!,
    value!,
  ]),
);

/** The file as Compose reads it, with the values of the example. Throws if the example lacks a variable. */
const compose = parse(
  readText('deploy/compose/compose.yaml').replaceAll(/\$\{([A-Z_]+):[?-]\}/g, (_all, name: string) => {
    if (example[name] === undefined) throw new Error(`portico.env.example has no ${name}`);
    return example[name];
  }),
  { merge: true },
) as {
  services: Record<'portal' | 'worker' | 'database' | 'store' | 'proxy', Service>;
  volumes: Record<string, null>;
  configs: Record<string, { content: string }>;
};
const { portal, worker, database, store, proxy } = compose.services;

describe('compose.yaml', () => {
  test('gives the portal and its worker settings that the server accepts [OPS-125]', () => {
    for (const [role, service] of Object.entries({ web: portal, worker })) {
      const config = loadConfig(service.environment);
      expect(config.PORTICO_ROLE).toBe(role);
      expect(service.volumes).toEqual([`files:${config.PORTICO_DATA_DIR}`]);
      expect(Number.parseInt(service.stop_grace_period!, 10)).toBeGreaterThanOrEqual(
        config.SHUTDOWN_GRACE_MS / 1000 + 10,
      );
      expect(config.PUBLIC_URL).toBe(`https://${proxy.environment['PORTAL_HOST']}`);
    }
  });

  test('stops listening only after its proxy has noticed that it stops [OPS-508]', () => {
    const secondsOf = (name: string) =>
      Number(new RegExp(`${name} (\\d+)s\\n`).exec(readText('deploy/compose/Caddyfile'))?.[1]);
    const { SHUTDOWN_GRACE_MS } = loadConfig(portal.environment);
    expect(SHUTDOWN_GRACE_MS / 1000).toBeGreaterThan(secondsOf('health_interval') + secondsOf('health_timeout'));
  });

  test('runs both unprivileged, on a read-only root and without capabilities [OPS-125]', () => {
    for (const service of [portal, worker])
      expect(service).toMatchObject({
        user: '65532:65532',
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
  });

  test('creates the database and the roles that the addresses name [OPS-125]', () => {
    const [app, owner] = ['DATABASE_URL', 'DATABASE_OWNER_URL'].map((name) => new URL(portal.environment[name]!));
    expect([app!.hostname, owner!.hostname]).toEqual(['database', 'database']);
    expect(database.environment).toEqual({
      POSTGRES_DB: owner!.pathname.slice(1),
      POSTGRES_USER: owner!.username,
      POSTGRES_PASSWORD: owner!.password,
    });
    expect(compose.configs['roles']!.content).toBe(`create role ${app!.username} login password '${app!.password}';`);
    expect(database.configs?.map(({ source }) => source)).toEqual(['roles']);
  });

  test('has an optional object store at the address of the example [OPS-414]', () => {
    const [address] = /s3:\S+/.exec(readText('deploy/compose/portico.env.example').split('`store`')[1]!)!;
    const files = parseFilesAddress(address);
    if (!('bucket' in files)) throw new Error(`${address} is not a bucket`);
    expect(new URL(files.endpoint!).hostname).toBe('store');
    expect(new URL(files.endpoint!).port).toBe('7070');
    expect(store.environment['VGW_REGION']).toBe(files.region);
    expect(store.command).toEqual(['posix', '/data']);
    expect(store.volumes).toEqual([`bucket:/data/${files.bucket}`]);
    expect(store.profiles).toEqual(['store']);
    const keysOf = ({ environment }: Service, ...names: string[]) => names.map((name) => environment[name]);
    expect(keysOf(store, 'ROOT_ACCESS_KEY', 'ROOT_SECRET_KEY')).toEqual(
      keysOf(portal, 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'),
    );
    expect(loadConfig({ ...portal.environment, FILES_URL: address }).FILES_URL).toBeDefined();
  });

  test('names every volume, pins every image, and has the version of the repository [OPS-125]', () => {
    const services = Object.values(compose.services);
    const named = services
      .flatMap(({ volumes }) => volumes.map((one) => one.split(':')[0]!))
      .filter((one) => !one.startsWith('.'));
    expect([...new Set(named)].sort()).toEqual(Object.keys(compose.volumes).sort());
    for (const { image } of services) expect(image).toMatch(/^[\w.]+(?:\/[\w.-]+)+:[\w.-]+$/);
    const { version } = JSON.parse(readText('package.json')) as { version: string };
    expect(portal.image).toBe(`registry.example.com/portico:${version}`);
  });

  test('checks the portal’s health without a shell, and the check fails while the portal is not ready [OPS-125]', async () => {
    const [kind, program, ...args] = portal.healthcheck!.test;
    expect([kind, program]).toEqual(['CMD', '/usr/local/bin/node']);
    let status = 200;
    const server = createServer((request, response) =>
      response.writeHead(request.url === '/readyz' ? status : 404).end(),
    );
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const run = () =>
      new Promise<number>((done) => {
        const own = args.map((one) => one.replace(':3000', `:${port}`));
        execFile(process.execPath, own, (error) => done(error ? Number(error.code) : 0));
      });
    expect(await run()).toBe(0);
    status = 503;
    expect(await run()).toBe(1);
  });
});

test.skipIf(!caddy)('Caddy accepts its configuration [OPS-125]', () => {
  const args = ['validate', '--adapter', 'caddyfile', '--config', 'deploy/compose/Caddyfile'];
  const env = { ...process.env, PORTAL_HOST: 'portal.example.com' };
  expect(() => execFileSync(caddy!, args, { cwd: root, env, stdio: 'pipe' })).not.toThrow();
});

test('the limit of every proxy configuration allows the largest document [OPS-125]', () => {
  const limits = {
    'docs/nginx.conf': /client_max_body_size (\d+)m;/,
    'deploy/kubernetes/web.yaml': /proxy-body-size: (\d+)m\n/,
    'deploy/compose/Caddyfile': /max_size (\d+)MiB\n/,
  };
  for (const [path, pattern] of Object.entries(limits))
    expect(Number(pattern.exec(readText(path))?.[1]) * 1024 ** 2, path).toBeGreaterThan(MAX_FILE_BYTES);
});
