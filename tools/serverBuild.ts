import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './root.ts';
import type { OnProgress } from './progress.ts';
import { buildIfChanged, runVite, type BuildResult } from './viteBuild.ts';

const folder = join(root, 'apps/server/dist');

/** The path of one of the built server's programs. */
export const builtProgram = (name: 'main' | 'migrate' | 'doctor'): string => join(folder, `${name}.js`);

/**
 * Builds the server into `apps/server/dist`, unless the last build was made from the same files. Throws with Vite's
 * output when it fails.
 */
export const buildServer = (onProgress: OnProgress, signal?: AbortSignal): Promise<BuildResult> =>
  buildIfChanged({ workspace: 'apps/server', run: () => runVite('apps/server', onProgress, signal) }, onProgress);

/** Loads the built server as a module, for a process that passes in its dependencies. */
export const loadBuiltServer = (): Promise<typeof import('@portico/server/serve')> =>
  import(pathToFileURL(join(folder, 'serve.js')).href) as Promise<typeof import('@portico/server/serve')>;
