import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { describeConfig } from '@portico/server/config';
import { root } from '../root.ts';

/** The environment without the portal's settings, so that no test or test portal touches a real database. */
export function testEnvironment(): NodeJS.ProcessEnv {
  const settings = new Set([
    ...describeConfig().map(({ name }) => name),
    'DEV_IDP_PORT',
    'DEV_MAILBOX_PORT',
    'DEV_TOKEN_SECONDS',
    'DEMO_CONTENT',
    'NODE_ENV',
    'NO_COLOR',
  ]);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !settings.has(name)));
}

/**
 * Runs a program in the root and returns its exit code. Each line of its output goes to `onLine`; without that, the
 * program writes to our terminal. Aborting the signal ends the program.
 */
export function runProgram(
  program: string,
  args: string[],
  options: { signal: AbortSignal; env?: NodeJS.ProcessEnv; onLine?: ((line: string) => void) | undefined },
): Promise<number> {
  return new Promise((done, failed) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: options.onLine ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      env: options.env ?? testEnvironment(),
      shell: process.platform === 'win32',
    });
    for (const stream of [child.stdout, child.stderr])
      if (stream && options.onLine) createInterface(stream).on('line', options.onLine);
    const end = () => child.kill('SIGTERM');
    options.signal.addEventListener('abort', end, { once: true });
    child.once('error', failed);
    // Not `exit`, which can be emitted before the last lines.
    child.once('close', (code) => {
      options.signal.removeEventListener('abort', end);
      done(code ?? 1);
    });
  });
}
