import { runStep } from './progress.ts';
import { buildWebApp } from './webApp.ts';

/** `npm run build`: the front end into `apps/web/dist`, for servers that are started by `apps/server/src/main.ts`. */
try {
  await runStep('Front end', (tell) => buildWebApp(tell));
} catch (error) {
  process.stderr.write(`\n${(error as Error).message}\n`);
  process.exitCode = 1;
}
