import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

const FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin'];
/** For a machine that is busy with other work. */
const START_TIMEOUT_MS = 300_000;

/** Path of an installed program, or undefined. */
export const findProgram = (name: string): string | undefined =>
  FOLDERS.map((folder) => `${folder}/${name}`).find((path) => existsSync(path));

/** Runs a program until the test ends. Resolves once `url` responds; throws its output if it exits before that. */
export async function runUntilTestEnds(
  program: string,
  args: string[],
  url: string,
  env: Record<string, string> = {},
): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  let written = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (written = (written + text).slice(-4000)));
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await Promise.race([ended, sleep(5000, undefined, { ref: false })]);
    child.kill('SIGKILL');
  });
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await answers(url))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${program} does not respond:\n${written}`);
    await sleep(100);
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(2000) }).then(
    () => true,
    () => false,
  );
