import { signInPaths } from '@portico/contracts/portalSettings';

const HOME = '/';
const MAX_LENGTH = 2048;
/** Pages that start or end a session: returning to one of them would loop. */
const notReturnedTo: string[] = Object.values(signInPaths);

/**
 * Returns the path if it certainly stays on this site, otherwise `/`. One leading slash; no backslash, control
 * character or space; no dot segment and no encoded slash in the path, since some of them turn `/x` into `//x`.
 * Source: TRUST S4.
 */
export function safeReturnPath(path: unknown): string {
  if (typeof path !== 'string' || path.length > MAX_LENGTH) return HOME;
  if (!/^\/(?![/\\])/.test(path) || /[\u0000-\u0020\u007f-\u00a0\\\u2028\u2029\ufeff]/.test(path)) return HOME;
  const pathname = path.split(/[?#]/, 1)[0] ?? '';
  if (/%2f|%5c|%2e|%0[0-9a-f]|%1[0-9a-f]|%7f/i.test(pathname) || /\/\/|\/\.{1,2}(?:\/|$)/.test(pathname)) return HOME;
  return notReturnedTo.includes(pathname.replace(/\/$/, '')) ? HOME : path;
}
