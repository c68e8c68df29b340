import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '../processes/childServer.ts';

/** The only thing that the clamd of tests takes for a virus. */
export const TEST_VIRUS = 'PORTICO-VIRUS-SCAN-TEST';
export const TEST_THREAT = 'Portico.Test.UNOFFICIAL';

const clamd = ['/usr/sbin/clamd', '/usr/local/sbin/clamd'].find((path) => existsSync(path));

/** Why tests with the real clamd are skipped; undefined where it is installed. */
export const clamdMissing = clamd ? undefined : 'clamd is not installed: apt-get install clamav-daemon';

/** A real clamd with one signature of ours. */
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

/** What the small server does with a request: `bytes` are those of the file, once all of them are there. */
export interface ClamdBehavior {
  onFile?: (socket: Socket, bytes: Buffer) => void;
  /** Of each piece before the end. */
  onPiece?: (socket: Socket) => void;
  onPing?: (socket: Socket) => void;
}

/** Speaks clamd's protocol and answers as instructed; by default everything is clean. */
export async function startClamdServer(behavior: ClamdBehavior = {}) {
  const seen = { connections: 0, bytes: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    seen.connections += 1;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    let rest = Buffer.alloc(0);
    const pieces: Buffer[] = [];
    let isStream = false;
    socket.on('data', (data: Buffer) => {
      rest = Buffer.concat([rest, data]);
      if (!isStream) {
        const end = rest.indexOf(0);
        if (end < 0) return;
        const command = rest.toString('latin1', 0, end);
        rest = rest.subarray(end + 1);
        if (command === 'zPING') return (behavior.onPing ?? ((one) => one.end('PONG\0')))(socket);
        isStream = command === 'zINSTREAM';
      }
      while (rest.length >= 4) {
        const length = rest.readUInt32BE();
        if (length === 0) return (behavior.onFile ?? ((one) => one.end('stream: OK\0')))(socket, Buffer.concat(pieces));
        if (rest.length < 4 + length) return;
        pieces.push(rest.subarray(4, 4 + length));
        rest = rest.subarray(4 + length);
        seen.bytes += length;
        behavior.onPiece?.(socket);
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => server.close(done));
  });
  const { port } = server.address() as { port: number };
  return { url: `tcp://127.0.0.1:${port}`, seen, behavior };
}
