import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { chown } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { freePort } from '@portico/server/testing/processes/childServer';
import { testDatabase } from '@portico/server/testing/testDatabase';
import { startTestIssuer, TEST_AUDIENCE, TEST_CLIENT_ID } from '@portico/server/testing/testIssuer';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { buildImage } from '../image/buildImage.ts';
import { readImageConfig } from '../image/containerfile.ts';
import { runProgram } from '../image/runProgram.ts';
import { root } from '../root.ts';
import { findProgram, runUntilTestEnds } from './program.ts';

const missing = ['umoci', 'runc', 'apt-get'].filter((name) => !findProgram(name));
if (process.getuid?.() !== 0) missing.push('root');
if (missing.length > 0)
  console.warn(
    `Skipping tests of the image, because these are missing: ${missing.join(', ')} (Debian has umoci and runc)`,
  );

const podman = findProgram('podman');
if (!podman) console.warn('Skipping the test of the image in podman, because it is not installed (Debian: podman)');

const USER = 65_532;
const SHELLS = /^(?:(?:ba|da|z|k|c|tc)?sh|busybox|perl|python[\d.]*)$/;

/** The parts of a runtime bundle's config.json that these tests read and change. */
interface RuntimeConfig {
  process: { user: { uid: number; gid: number }; args: string[]; env: string[]; cwd: string; terminal: boolean };
  root: { readonly?: boolean };
  mounts: Array<{ destination: string; type: string; source: string; options?: string[] }>;
  linux: { namespaces: Array<{ type: string }>; resources?: object };
}

/** How compose.yaml restricts a service. */
interface Restrictions {
  user: string;
  read_only: boolean;
  tmpfs: string[];
  cap_drop: string[];
  security_opt: string[];
}

describe.skipIf(missing.length > 0)('the image built without a base image', () => {
  let image: string;
  let bundle: string;
  let config: RuntimeConfig;
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portico-image-test-'));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    // The Node of a test can be the one for trials.
    await buildImage(root, join(folder, 'layout'), { node: process.execPath, isTrial: true });
    image = `${join(folder, 'layout')}:${version}`;
    bundle = join(folder, 'bundle');
    await runProgram('umoci', ['unpack', '--image', image, bundle]);
    config = JSON.parse(readFileSync(join(bundle, 'config.json'), 'utf8')) as RuntimeConfig;
    return () => rmSync(folder, { recursive: true, force: true });
  }, 600_000);

  const files = () =>
    readdirSync(join(bundle, 'rootfs'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

  test('runs the server as the Containerfile says, unprivileged [OPS-124]', () => {
    const wanted = readImageConfig(readFileSync(join(root, 'deploy/Containerfile'), 'utf8'));
    expect(config.process).toMatchObject({
      user: { uid: USER, gid: USER },
      args: [...wanted.entrypoint, ...wanted.command],
      cwd: wanted.folder,
    });
    expect(config.process.env).toEqual(expect.arrayContaining(wanted.env));
    expect(config.mounts.map(({ destination }) => destination)).toEqual(expect.arrayContaining(wanted.volumes));
  });

  test('has no shell, no setuid or setgid files, and no files that are not in the repository, and a single Node [OPS-124, OPS-466]', () => {
    const found = files();
    expect(found.filter(({ name }) => SHELLS.test(name)).map(({ name }) => name)).toEqual([]);
    const isPrivileged = (path: string) => (lstatSync(path).mode & 0o6000) !== 0;
    expect(found.filter((file) => isPrivileged(join(file.parentPath, file.name)))).toEqual([]);
    const portal = join(bundle, 'rootfs/opt/portico');
    for (const name of ['.git', '.data', '.env', 'node_modules/vitest'])
      expect(existsSync(join(portal, name)), name).toBe(false);
    expect(found.filter(({ name }) => name === 'node').map(({ parentPath }) => parentPath)).toEqual([
      join(bundle, 'rootfs/usr/local/bin'),
    ]);
    for (const name of ['server', 'web']) expect(existsSync(join(portal, `dist/sbom/${name}.cdx.json`))).toBe(true);
    expect(readdirSync(join(bundle, 'rootfs/var/lib/dpkg/status.d'))).toContain('libc6');
  });

  test('serves the portal on a read-only root [OPS-124]', async () => {
    const { issuer, port, data, settings } = await partsOf('data');
    config.root.readonly = true;
    config.process.terminal = false;
    config.process.env.push(...Object.entries(settings).map(([name, value]) => `${name}=${value}`));
    // Shares the network, because the database and the provider run on the host, and control groups, which may be
    // read-only here.
    config.linux.namespaces = config.linux.namespaces.filter(({ type }) => type !== 'network' && type !== 'cgroup');
    delete config.linux.resources;
    config.mounts = config.mounts
      .filter(({ type, destination }) => type !== 'cgroup' && destination !== '/var/lib/portico')
      .concat({ destination: '/var/lib/portico', type: 'bind', source: data, options: ['bind', 'rw'] });
    writeFileSync(join(bundle, 'config.json'), JSON.stringify(config));
    const url = `http://127.0.0.1:${port}`;
    await runUntilTestEnds(findProgram('runc')!, ['run', '--bundle', bundle, `portico-${port}`], `${url}/readyz`);
    await assertServes(url, issuer);
    const { pid } = JSON.parse(await runProgram(findProgram('runc')!, ['state', `portico-${port}`])) as { pid: number };
    expect(accountsOf(pid)).toEqual(Array.from({ length: 4 }, () => String(USER)));
  });

  test.skipIf(!podman)('serves the portal in podman with the restrictions of compose.yaml [OPS-517]', async () => {
    const { issuer, port, data, settings } = await partsOf('podman-data');
    const folder = join(bundle, 'podman');
    const global = ['--root', join(folder, 'root'), '--runroot', join(folder, 'run')];
    global.push('--storage-driver', 'vfs', '--cgroup-manager', 'cgroupfs', '--events-backend', 'file');
    // In the folder of the image, because podman takes its path for a name, which must be lowercase.
    const own = (...args: string[]) => runProgram(podman!, [...global, ...args], dirname(image));
    const id = (await own('pull', '--quiet', `oci:${basename(image)}`)).split('\n').at(-1)!;
    const { services } = parse(readFileSync(join(root, 'deploy/compose/compose.yaml'), 'utf8'), { merge: true }) as {
      services: { portal: Restrictions };
    };
    const { user, read_only: isReadOnly, tmpfs, cap_drop: dropped, security_opt: security } = services.portal;
    expect(isReadOnly).toBe(true);
    const restrictions = ['--read-only', '--user', user];
    restrictions.push(
      ...tmpfs.flatMap((path) => ['--tmpfs', path]),
      ...dropped.flatMap((name) => ['--cap-drop', name]),
    );
    restrictions.push(...security.flatMap((option) => ['--security-opt', option.replace(':true', '')]));
    const url = `http://127.0.0.1:${port}`;
    const name = `portico-${port}`;
    onTestFinished(async () => void (await own('rm', '--force', '--ignore', name)));
    await runUntilTestEnds(
      podman!,
      [
        ...global,
        'run',
        '--name',
        name,
        ...restrictions,
        // Podman raises these by default, which root in a container may not.
        ...['--ulimit', 'nofile=1024:4096', '--ulimit', 'nproc=4096:4096'],
        // The database and the provider run on the host.
        ...['--network', 'host', '--volume', `${data}:/var/lib/portico`],
        ...Object.entries(settings).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
        id,
      ],
      `${url}/readyz`,
    );
    await assertServes(url, issuer);
    expect(accountsOf(Number(await own('inspect', '--format', '{{.State.Pid}}', name)))).toEqual(
      Array.from({ length: 4 }, () => String(USER)),
    );
  });

  /** What a container of the portal needs on this machine. */
  async function partsOf(folder: string) {
    const [database, issuer, port] = await Promise.all([testDatabase(), startTestIssuer(), freePort()]);
    onTestFinished(issuer.close);
    const data = join(bundle, folder);
    mkdirSync(data);
    await chown(data, USER, USER);
    const settings = {
      PORT: String(port),
      DATABASE_URL: database.url,
      OIDC_ISSUER: issuer.issuer,
      OIDC_DISCOVERY_URL: issuer.discoveryUrl,
      OIDC_CLIENT_ID: TEST_CLIENT_ID,
      OIDC_AUDIENCE: TEST_AUDIENCE,
    };
    return { issuer, port, data, settings };
  }
});

/** Checks that a portal is ready, and serves pages and a person. */
async function assertServes(url: string, issuer: Awaited<ReturnType<typeof startTestIssuer>>): Promise<void> {
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const page = await fetch(url);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>')]);
  const { idToken, accessToken } = await issuer.tokens({ sub: 'ana' });
  const answer = await fetch(`${url}/api/v1/users/current`, {
    headers: { authorization: `Bearer ${accessToken}`, 'id-token': idToken },
  });
  expect(answer.status).toBe(200);
}

/** The real, effective, saved and file system account of a process. */
const accountsOf = (pid: number): string[] | undefined =>
  /^Uid:\t(.*)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]?.split('\t');
