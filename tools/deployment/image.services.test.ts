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

describe.skipIf(missing.length > 0)('the image built without a base image', () => {
  let bundle: string;
  let config: RuntimeConfig;
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portico-image-test-'));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    // The Node of a test can be the one for trials.
    await buildImage(root, join(folder, 'layout'), { node: process.execPath, isTrial: true });
    bundle = join(folder, 'bundle');
    await runProgram('umoci', ['unpack', '--image', `${join(folder, 'layout')}:${version}`, bundle]);
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
    const [database, issuer, port] = await Promise.all([testDatabase(), startTestIssuer(), freePort()]);
    onTestFinished(issuer.close);
    const data = join(bundle, 'data');
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
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const page = await fetch(url);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>')]);
    const { idToken, accessToken } = await issuer.tokens({ sub: 'ana' });
    const answer = await fetch(`${url}/api/v1/users/current`, {
      headers: { authorization: `Bearer ${accessToken}`, 'id-token': idToken },
    });
    expect(answer.status).toBe(200);
    const { pid } = JSON.parse(await runProgram(findProgram('runc')!, ['state', `portico-${port}`])) as { pid: number };
    expect(/^Uid:\t(.*)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]?.split('\t')).toEqual(
      Array.from({ length: 4 }, () => String(USER)),
    );
  });
});
