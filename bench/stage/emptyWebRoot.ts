import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Creates a front end without scripts, for a server that only has to serve API calls. Returns its folder. */
export function emptyWebRoot(folder: string): string {
  const webRoot = join(folder, 'web');
  mkdirSync(join(webRoot, 'assets'), { recursive: true });
  for (const page of ['index.html', 'sign-in.html', 'silent.html'])
    writeFileSync(join(webRoot, page), '<!doctype html><title>Portico</title>');
  return webRoot;
}
