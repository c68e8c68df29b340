import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@portico/server/testing/processes/childServer';
import { testDatabase } from '@portico/server/testing/testDatabase';
import { startTestIssuer, TEST_AUDIENCE, TEST_CLIENT_ID } from '@portico/server/testing/testIssuer';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readText } from '../checks/repositoryFiles.ts';
import { buildWebApp } from '../front-end/webApp.ts';
import { runProgram } from '../image/runProgram.ts';
import { root } from '../root.ts';
import { buildServer } from '../serverBuild.ts';

const obstacles = ['/lib/systemd/systemd', '/usr/bin/unshare', '/usr/bin/nsenter']
  .filter((path) => !existsSync(path))
  .map((path) => `there is no ${path}`);
if (process.getuid?.() !== 0) obstacles.push('it needs root');
// Two of them would share the control groups of the machine.
if (existsSync('/run/systemd/system')) obstacles.push('systemd already runs this machine');
if (obstacles.length > 0) console.warn(`Skipping the test of the units in systemd: ${obstacles.join(', ')}`);

const UNITS = ['portico.socket', 'portico.service', 'portico-worker.service'];

const statusOf = (port: number): Promise<number | undefined> =>
  fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
    ({ status }) => status,
    () => undefined,
  );

describe.skipIf(obstacles.length > 0)('the units in systemd', () => {
  beforeAll(async () => {
    await buildWebApp(() => undefined);
    await buildServer(() => undefined);
  });

  test('start the portal and the worker in their sandbox, and a restart leaves requests waiting at the socket [OPS-519]', async () => {
    const [{ url, applicationUrl }, issuer, port, workerPort, socketPort] = await Promise.all([
      testDatabase(),
      startTestIssuer(),
      freePort(),
      freePort(),
      freePort(),
    ]);
    onTestFinished(issuer.close);
    const folder = await mkdtemp(join(tmpdir(), 'portico-systemd-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    for (const name of ['units', 'logs']) await mkdir(join(folder, name));
    const settings = {
      PUBLIC_URL: `http://localhost:${port}`,
      PORT: port,
      HOST: '127.0.0.1',
      PORTICO_DATA_DIR: '/var/lib/portico',
      DATABASE_URL: applicationUrl,
      DATABASE_OWNER_URL: url,
      OIDC_ISSUER: issuer.issuer,
      OIDC_DISCOVERY_URL: issuer.discoveryUrl,
      OIDC_CLIENT_ID: TEST_CLIENT_ID,
      OIDC_AUDIENCE: TEST_AUDIENCE,
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(join(folder, 'portico.env'), lines.join(''));
    // Without what a machine starts before them.
    const alone = '[Unit]\nDefaultDependencies=no\n';
    for (const unit of UNITS) {
      const text = readText(`deploy/systemd/${unit}`).replace('3080', String(socketPort));
      await writeFile(join(folder, 'units', unit), text.replace('3100', String(workerPort)));
      // There is no journal.
      const log = `${alone}[Service]\nStandardOutput=append:/logs/${unit}\nStandardError=append:/logs/${unit}\n`;
      await mkdir(join(folder, 'units', `${unit}.d`));
      await writeFile(join(folder, 'units', `${unit}.d`, 'test.conf'), unit.endsWith('.service') ? log : alone);
    }
    await writeFile(
      join(folder, 'units/portal.target'),
      `[Unit]\nDescription=The units of this test\nWants=${UNITS.join(' ')}\nAllowIsolate=yes\n`,
    );
    const script = join(root, 'tools/deployment/sandbox/boot.sh');
    const namespaces = ['--mount', '--propagation', 'private', '--pid', '--fork', '--kill-child'];
    const args = [...namespaces, 'bash', script, folder, root, process.execPath];
    const child = spawn('unshare', args, { stdio: 'inherit' });
    const ended = new Promise((done) => child.once('exit', done));
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await ended;
    });
    const logs = () => Promise.all(UNITS.map((unit) => readFile(join(folder, 'logs', unit), 'utf8').catch(() => '')));
    for (const each of [port, socketPort, workerPort])
      await expect
        .poll(async () => (await statusOf(each)) ?? (await logs()).join('').slice(-2000), { message: String(each) })
        .toBe(200);

    const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
    const systemctl = (...command: string[]) =>
      runProgram('nsenter', ['--target', children.trim(), '--mount', '--pid', '--root', 'systemctl', ...command]);
    const restarted = systemctl('restart', 'portico', 'portico-worker');
    const isRestarted = restarted.then(() => true);
    const statuses = new Set<number | undefined>();
    do statuses.add((await fetch(`http://127.0.0.1:${socketPort}/healthz`)).status);
    while (!(await Promise.race([isRestarted, sleep(20, false)])));
    await expect.poll(() => statusOf(port)).toBe(200);
    expect([...statuses]).toEqual([200]);
    const shown = await systemctl('show', 'portico', 'portico-worker', '--property', 'ActiveState,NRestarts,User');
    expect(shown.split('\n').filter(Boolean).sort()).toEqual(
      ['ActiveState=active', 'NRestarts=0', 'User=portico'].flatMap((line) => [line, line]),
    );
  });
});
