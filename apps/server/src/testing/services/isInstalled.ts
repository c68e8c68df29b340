import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Of Debian, which has the packages that tests need. */
export const PYTHON = '/usr/bin/python3';

/** Whether a program runs. If not, says which package is missing. */
export async function isInstalled(program: string, args: string[], packageName: string): Promise<boolean> {
  try {
    await promisify(execFile)(program, args);
    return true;
  } catch {
    process.stderr.write(`Skipping tests, because ${packageName} is not installed (Debian: ${packageName})\n`);
    return false;
  }
}
