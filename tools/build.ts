import { runStep } from './progress.ts';
import { writeBillsOfMaterials } from './sbom.ts';
import { buildWebApp } from './front-end/webApp.ts';
import { buildServer } from './serverBuild.ts';

/**
 * `npm run build`: builds the front end into `apps/web/dist` and the server into `apps/server/dist`, where `main.js`
 * starts it, and writes the bills of materials of both into `dist/sbom`.
 */
try {
  await runStep('Front end', (onProgress) => buildWebApp(onProgress));
  await runStep('Server', (onProgress) => buildServer(onProgress));
  await runStep('Bill of materials', () => Promise.resolve(writeBillsOfMaterials().join(', ')));
} catch (error) {
  process.stderr.write(`\n${(error as Error).message}\n`);
  process.exitCode = 1;
}
