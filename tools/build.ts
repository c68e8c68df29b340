import { runStep } from './progress.ts';
import { writeBillsOfMaterials } from './sbom.ts';
import { buildWebApp } from './front-end/webApp.ts';
import { buildServer } from './serverBuild.ts';

/**
 * `npm run build`: the front end into `apps/web/dist`, the server into `apps/server/dist`, where `main.js` starts it,
 * and what both are made of into `dist/sbom`.
 */
try {
  await runStep('Front end', (tell) => buildWebApp(tell));
  await runStep('Server', (tell) => buildServer(tell));
  await runStep('Bill of materials', () => Promise.resolve(writeBillsOfMaterials().join(', ')));
} catch (error) {
  process.stderr.write(`\n${(error as Error).message}\n`);
  process.exitCode = 1;
}
