import { pathToFileURL } from 'node:url';
import { buildWebApp } from '@portico/tools/front-end/webApp';
import { buildServer, builtProgram } from '@portico/tools/serverBuild';

/**
 * Module address of the portal's server as in production. Builds it and the front end, without which it does not start,
 * unless they are up to date.
 */
export async function builtPortal(log: (step: string) => void): Promise<string> {
  await buildWebApp(log);
  await buildServer(log);
  return pathToFileURL(builtProgram('main')).href;
}
