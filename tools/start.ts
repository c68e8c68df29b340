import { loadConfig } from '@portico/server/config';
import { startProblem } from './services/ports.ts';
import { runStep } from './progress.ts';
import { claimFolderAndPorts, printWelcome, startServices } from './services/services.ts';
import { buildServer, loadBuiltServer } from './serverBuild.ts';
import { readRunSettings } from './settings.ts';
import { prepareShutdown } from './services/shutdown.ts';
import { buildWebApp } from './front-end/webApp.ts';

/** `npm start`: builds what changed, starts what is missing, serves the portal, and stops all of it on Ctrl-C. */
const shutdown = prepareShutdown();
try {
  const settings = readRunSettings(process.env);
  await claimFolderAndPorts(settings, shutdown);
  await runStep('Front end', (onProgress) => buildWebApp(onProgress, shutdown.signal));
  await runStep('Server', (onProgress) => buildServer(onProgress, shutdown.signal));
  const env = await startServices(settings, shutdown);
  await runStep('Portal', async () => {
    const { serve } = await loadBuiltServer();
    const server = await serve(loadConfig(env));
    shutdown.onStop(server.close);
    await server.ready;
  });
  printWelcome(settings);
} catch (error) {
  // Stopping in the middle of a step makes that step fail, which is not worth reporting.
  if (!shutdown.signal.aborted) process.stderr.write(`\n${startProblem(error)}\n`);
  await shutdown.stop(1);
}
