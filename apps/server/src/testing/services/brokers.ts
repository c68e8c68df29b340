import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const FOLDERS = ['/usr/bin', '/usr/sbin', '/usr/local/bin'];
const START_TIMEOUT_MS = 10_000;

export interface TestBroker {
  url: string;
  /** Kills it, or freezes and resumes it. */
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
  /** Starts it again at the same address, empty. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface BrokerProgram {
  name: 'redis' | 'nats';
  /** The installed program, or undefined. Debian's packages are `redis-server` and `nats-server`. */
  path: string | undefined;
  argumentsFor(port: number): string[];
  urlOf(port: number): string;
}

const find = (...names: string[]): string | undefined =>
  names.flatMap((name) => FOLDERS.map((folder) => `${folder}/${name}`)).find((path) => existsSync(path));

const brokerPrograms: BrokerProgram[] = [
  {
    name: 'redis',
    path: find('redis-server', 'valkey-server'),
    argumentsFor: (port) => [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--requirepass',
      'p@ss',
      '--save',
      '',
      '--appendonly',
      'no',
    ],
    urlOf: (port) => `redis://:p%40ss@127.0.0.1:${port}`,
  },
  {
    name: 'nats',
    path: find('nats-server'),
    argumentsFor: (port) => ['--addr', '127.0.0.1', '--port', String(port), '--user', 'portico', '--pass', 'p@ss'],
    urlOf: (port) => `nats://portico:p%40ss@127.0.0.1:${port}`,
  },
];

export async function startBroker({ path, argumentsFor, urlOf }: BrokerProgram, port: number): Promise<TestBroker> {
  let child: ChildProcess;
  const start = async () => {
    child = spawn(path!, argumentsFor(port), { stdio: 'ignore', cwd: '/tmp' });
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (!(await isOpen(port))) {
      if (Date.now() > deadline) throw new Error(`${path} did not start`);
      await sleep(20);
    }
  };
  const kill = async () => {
    const ended = new Promise((done) => child.once('close', done));
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await ended;
  };
  await start();
  return {
    url: urlOf(port),
    signal: (name) => void child.kill(name),
    async restart() {
      await kill();
      await start();
    },
    stop: kill,
  };
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      done(true);
    }).on('error', () => done(false));
  });
}

/** The brokers that are installed here; prints which are not. */
export function installedBrokers(): BrokerProgram[] {
  for (const { name, path } of brokerPrograms)
    if (path === undefined)
      process.stderr.write(
        `${name} is not installed: its tests are skipped (Debian: apt-get install ${name}-server)\n`,
      );
  return brokerPrograms.filter(({ path }) => path !== undefined);
}
