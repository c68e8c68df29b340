import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';

/**
 * Paths, relative to the root and with forward slashes, of every file that is or could be committed: tracked, or new
 * and not ignored.
 */
export function repositoryFiles(): string[] {
  const listing = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return [...new Set(listing.split('\0'))].filter((path) => path !== '' && existsSync(join(root, path))).sort();
}

/** The text of a file of the repository; `path` is relative to the root. */
export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
