import { pathToFileURL } from 'node:url';
import { buildServer, builtProgram } from '@portico/tools/serverBuild';

/** Address of the portal's server as production runs it, built unless it is up to date. */
export async function builtPortal(tell: (step: string) => void): Promise<string> {
  await buildServer(tell);
  return pathToFileURL(builtProgram('main')).href;
}
