import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '../processes/childServer.ts';
import { listenAsClamd, type ClamdBehavior } from './clamdServer.ts';

/** The only content that the clamd of tests considers a virus. */
export const TEST_VIRUS = 'PORTICO-VIRUS-SCAN-TEST';
export const TEST_THREAT = 'Portico.Test.UNOFFICIAL';

const clamd = ['/usr/sbin/clamd', '/usr/local/sbin/clamd'].find((path) => existsSync(path));

/** Why tests with the real clamd are skipped; undefined if it is installed. */
export const clamdMissing = clamd ? undefined : 'clamd is not installed: apt-get install clamav-daemon';

/** A real clamd with a single signature of ours. */
export async function startClamd({ maxStream = '50M' } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'portico-clamd-'));
  const signature = Buffer.from(TEST_VIRUS).toString('hex');
  await writeFile(join(folder, 'local.ndb'), `Portico.Test:0:*:${signature}\n`);
  const path = join(folder, 'clamd.sock');
  const port = await freePort();
  const settings = join(folder, 'clamd.conf');
  await writeFile(
    settings,
    `Foreground yes\nDatabaseDirectory ${folder}\nLocalSocket ${path}\nTCPSocket ${port}\nTCPAddr 127.0.0.1\nStreamMaxLength ${maxStream}\n`,
  );
  const start = async () => {
    const daemon = spawn(clamd!, ['--config-file', settings], { stdio: ['ignore', 'pipe', 'ignore'] });
    let log = '';
    for await (const piece of daemon.stdout) {
      log += String(piece);
      if (log.includes('Self checking every')) break;
    }
    return daemon;
  };
  let running = await start();
  const stop = async () => {
    if (running.exitCode !== null || running.signalCode !== null) return;
    running.kill('SIGKILL');
    await once(running, 'exit');
    await rm(path, { force: true });
  };
  onTestFinished(async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    unixUrl: `unix://${path}`,
    tcpUrl: `tcp://127.0.0.1:${port}`,
    stop,
    start: async () => void (running = await start()),
  };
}

/** The same for one test. */
export async function startClamdServer(behavior: ClamdBehavior = {}) {
  const { stop, ...server } = await listenAsClamd(behavior);
  onTestFinished(stop);
  return server;
}
