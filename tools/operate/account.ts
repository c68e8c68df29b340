import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';

interface Account {
  name: string;
  uid: number;
  gid: number;
  home: string;
}

/** The types of Node lack this function. */
type WithGroups = NodeJS.Process & { initgroups?: (user: string, group: number) => void };

/** The account of the installation guide. */
const DEFAULT_ACCOUNT = 'portico';

/** The account with a name or number. Undefined if there is none, or no way to ask. */
function findAccount(nameOrId: string | number): Account | undefined {
  try {
    const entry = execFileSync('getent', ['passwd', String(nameOrId)], { encoding: 'utf8', stdio: 'pipe' });
    const [name = '', , uid, gid, , home = '/'] = entry.trim().split(':');
    return { name, uid: Number(uid), gid: Number(gid), home };
  } catch {
    return undefined;
  }
}

/**
 * The account that the portal runs as: the owner of its data folder. If that is root, or there is no folder yet, it is
 * the usual account, if it exists.
 */
function findServiceAccount(dataDir: string): Account | undefined {
  const folder = statSync(dataDir, { throwIfNoEntry: false });
  const owner =
    folder && (findAccount(folder.uid) ?? { name: `user ${folder.uid}`, uid: folder.uid, gid: folder.gid, home: '/' });
  return owner && owner.uid !== 0 ? owner : (findAccount(DEFAULT_ACCOUNT) ?? owner);
}

/** The name of the account that runs this process. */
export function currentAccount(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`;
  }
}

/**
 * Gives up root for the account of the portal, so that files that a command writes are the portal's. Returns its home
 * folder, as systemd sets it. Throws if root can't tell which account that is.
 */
export function becomeServiceAccount(dataDir: string): string | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const account = findServiceAccount(dataDir);
  if (!account)
    throw new Error(
      `There is no account ${DEFAULT_ACCOUNT}, and ${dataDir} does not exist. Create both as in docs/install.md; commands do not run as root, because the portal could not change the files that they write.`,
    );
  if (account.uid === 0) return account.home;
  if (findAccount(account.uid)) (process as WithGroups).initgroups?.(account.name, account.gid);
  else process.setgroups?.([account.gid]);
  process.setgid?.(account.gid);
  process.setuid?.(account.uid);
  return account.home;
}

/** A sentence if files that this process writes would not belong to the account of the portal. */
export function accountWarning(dataDir: string): string | undefined {
  const uid = process.getuid?.();
  if (uid === undefined || !existsSync(dataDir)) return undefined;
  const account = findServiceAccount(dataDir);
  if (!account || account.uid === uid) return undefined;
  return `This runs as ${currentAccount()}, but the portal runs as ${account.name}, which can’t change the files that ${currentAccount()} writes. Use the command portico as root instead.`;
}
