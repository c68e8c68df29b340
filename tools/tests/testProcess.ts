import { spawn } from 'node:child_process';
import { describeConfig } from '@portico/server/config';
import { root } from '../root.ts';

/** Our environment without the portal's settings: tests and their portals must not meet somebody's real database. */
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

/** Runs a program that writes to our terminal and returns its exit code. Aborting ends it. */
export function runInForeground(
  program: string,
  args: string[],
  options: { signal: AbortSignal; env?: NodeJS.ProcessEnv },
): Promise<number> {
  return new Promise((done, failed) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: options.env ?? testEnvironment(),
      shell: process.platform === 'win32',
    });
    const end = () => child.kill('SIGTERM');
    options.signal.addEventListener('abort', end, { once: true });
    child.once('error', failed);
    child.once('exit', (code) => {
      options.signal.removeEventListener('abort', end);
      done(code ?? 1);
    });
  });
}
