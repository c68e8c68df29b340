import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@portico/server/testing/processes/childServer';
import { testDatabase } from '@portico/server/testing/testDatabase';
import { startTestIssuer, TEST_AUDIENCE, TEST_CLIENT_ID } from '@portico/server/testing/testIssuer';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
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

const USER = 65_532;
const SHELLS = /^(?:(?:ba|da|z|k|c|tc)?sh|busybox|perl|python[\d.]*)$/;

/** The parts of a runtime bundle's config.json that these tests read and change. */
interface RuntimeConfig {
  process: { user: { uid: number; gid: number }; args: string[]; env: string[]; cwd: string; terminal: boolean };
  root: { readonly?: boolean };
  mounts: Array<{ destination: string; type: string; source: string; options?: string[] }>;
  linux: { namespaces: Array<{ type: string }>; resources?: object };
}

const podman = findProgram('podman');
if (!podman) console.warn('Skipping the test of the image in podman, which is missing (Debian has it)');

/** Starts what a portal needs. `settings` are the portal's, `expectServing` calls it as a person who has signed in. */
async function preparePortal() {
  const [database, issuer, port] = await Promise.all([testDatabase(), startTestIssuer(), freePort()]);
  onTestFinished(issuer.close);
  const url = `http://127.0.0.1:${port}`;
  const expectServing = async () => {
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const page = await fetch(url);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>')]);
    const { idToken, accessToken } = await issuer.tokens({ sub: 'ana' });
    const answer = await fetch(`${url}/api/v1/users/current`, {
      headers: { authorization: `Bearer ${accessToken}`, 'id-token': idToken },
    });
    expect(answer.status).toBe(200);
  };
  const settings = Object.entries({
    PORT: String(port),
    DATABASE_URL: database.url,
    OIDC_ISSUER: issuer.issuer,
    OIDC_DISCOVERY_URL: issuer.discoveryUrl,
    OIDC_CLIENT_ID: TEST_CLIENT_ID,
    OIDC_AUDIENCE: TEST_AUDIENCE,
  }).map(([name, value]) => `${name}=${value}`);
  return { name: `portico-${port}`, readyUrl: `${url}/readyz`, settings, expectServing };
}

/** A folder for the portal's files, which its account in the image may write. */
async function makeDataFolder(parent: string): Promise<string> {
  const folder = mkdtempSync(join(parent, 'data-'));
  await chown(folder, USER, USER);
  return folder;
}

/** The four user ids of a process on this machine: real, effective, saved, and of the file system. */
const readUserIds = (pid: number) =>
  /^Uid:\t(.*)$/m
    .exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    ?.split('\t')
    .map(Number);

describe.skipIf(missing.length > 0)('the image built without a base image', () => {
  let folder: string;
  let image: string;
  let bundle: string;
  let config: RuntimeConfig;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portico-image-test-'));
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

  test('serves the portal on a read-only root in runc [OPS-124]', async () => {
    const { name, readyUrl, settings, expectServing } = await preparePortal();
    const data = await makeDataFolder(bundle);
    config.root.readonly = true;
    config.process.terminal = false;
    config.process.env.push(...settings);
    // Shares the network, because the database and the provider run on the host, and control groups, which may be
    // read-only here.
    config.linux.namespaces = config.linux.namespaces.filter(({ type }) => type !== 'network' && type !== 'cgroup');
    delete config.linux.resources;
    config.mounts = config.mounts
      .filter(({ type, destination }) => type !== 'cgroup' && destination !== '/var/lib/portico')
      .concat({ destination: '/var/lib/portico', type: 'bind', source: data, options: ['bind', 'rw'] });
    writeFileSync(join(bundle, 'config.json'), JSON.stringify(config));
    await runUntilTestEnds(findProgram('runc')!, ['run', '--bundle', bundle, name], readyUrl);
    await expectServing();
    const { pid } = JSON.parse(await runProgram(findProgram('runc')!, ['state', name])) as { pid: number };
    expect(readUserIds(pid)).toEqual([USER, USER, USER, USER]);
  });

  test.skipIf(!podman)('serves the portal on a read-only root in podman [OPS-521]', async () => {
    const { name, readyUrl, settings, expectServing } = await preparePortal();
    const data = await makeDataFolder(folder);
    const [layout = '', version = ''] = image.split(':');
    const archive = join(folder, 'layout.tar');
    await runProgram('tar', ['-C', layout, '-cf', archive, '.']);
    // Its own store, so that nothing of it stays on this machine.
    const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
    await runProgram(podman!, [...store, 'load', '--quiet', '--input', archive]);
    onTestFinished(async () => {
      await runProgram(podman!, [...store, 'rm', '--force', '--ignore', name]);
    });
    const account = ['--read-only', '--cap-drop', 'all', '--volume', `${data}:/var/lib/portico`];
    // Without these, podman asks for higher limits than a machine may grant. The provider and the database run here.
    const limits = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096', '--network', 'host'];
    const environment = settings.flatMap((setting) => ['--env', setting]);
    await runUntilTestEnds(
      podman!,
      [
        ...[...store, '--runtime', 'runc', '--cgroup-manager', 'cgroupfs', 'run', '--name', name],
        ...[...account, ...limits, ...environment, `localhost/${version}:latest`],
      ],
      readyUrl,
    );
    await expectServing();
    const pid = await runProgram(podman!, [...store, 'inspect', '--format', '{{.State.Pid}}', name]);
    expect(readUserIds(Number(pid))).toEqual([USER, USER, USER, USER]);
  });
});
