import { pathToFileURL } from 'node:url';
import { buildServer, builtProgram } from '@portico/tools/serverBuild';

/** Module address of the portal's server as in production; builds it unless it is up to date. */
export async function builtPortal(log: (step: string) => void): Promise<string> {
  await buildServer(log);
  return pathToFileURL(builtProgram('main')).href;
}
