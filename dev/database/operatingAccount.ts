import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The account PostgreSQL runs under when we are root, which PostgreSQL rejects. */
export interface OperatingAccount {
  uid: number;
  gid: number;
}

/**
 * `postgres`, otherwise `nobody`, when this process is root. Undefined when it is not root (or on Windows, where
 * `pg_ctl` drops administrator rights): the database then runs under our account.
 */
export function findOperatingAccount(): OperatingAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const account = accounts.find(([accountName]) => accountName === name);
    // macOS writes nobody's id as -2.
    if (account) return { uid: Number(account[2]) >>> 0, gid: Number(account[3]) >>> 0 };
  }
  return { uid: 65534, gid: 65534 };
}

/**
 * Whether the account may enter every folder above `path` and use `path` itself: run it, if it is a program or a
 * folder, or read it. Checks mode bits only; ignoring access lists costs at most a copy.
 */
export function isReachable(path: string, account: OperatingAccount | undefined): boolean {
  if (!account) return true;
  const { mode } = statSync(path);
  const needed = mode & 0o111 ? 0o5 : 0o4;
  if (!mayUse(path, account, needed)) return false;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!mayUse(folder, account, 0o1)) return false;
    if (folder === dirname(folder)) return true;
  }
}

function mayUse(path: string, account: OperatingAccount, needed: number): boolean {
  const { mode, uid, gid } = statSync(path);
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
  return ((mode >> shift) & needed) === needed;
}
