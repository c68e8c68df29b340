import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './root.ts';
import type { Tell } from './progress.ts';
import { buildIfChanged, runVite, type BuildResult } from './viteBuild.ts';

const folder = join(root, 'apps/server/dist');

/** Path of a program of the built server. */
export const builtProgram = (name: 'main' | 'migrate' | 'doctor'): string => join(folder, `${name}.js`);

/**
 * Builds the server into `apps/server/dist`, unless the last build was made from the same files. Throws with Vite's
 * output when it fails.
 */
export const buildServer = (tell: Tell, signal?: AbortSignal): Promise<BuildResult> =>
  buildIfChanged({ workspace: 'apps/server', run: () => runVite('apps/server', tell, signal) }, tell);

/** The built server as a module, for a process that runs it with what it needs. */
export const loadBuiltServer = (): Promise<typeof import('@portico/server/serve')> =>
  import(pathToFileURL(join(folder, 'serve.js')).href) as Promise<typeof import('@portico/server/serve')>;
