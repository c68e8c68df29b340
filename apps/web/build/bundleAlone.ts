import { build } from 'vite';
import { leanContracts } from './leanContracts.ts';

/** Bundles a script with its static and dynamic imports into one file. Shares nothing with the rest of the build. */
export async function bundleAlone(entry: string, format: 'iife' | 'es'): Promise<string> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [leanContracts()],
    build: {
      write: false,
      target: 'baseline-widely-available',
      modulePreload: false,
      rolldownOptions: {
        input: entry,
        treeshake: { moduleSideEffects: (id) => id === entry },
        output: { format, codeSplitting: false },
      },
    },
  });
  const output = Array.isArray(result) ? result[0]?.output : 'output' in result ? result.output : undefined;
  if (output?.length !== 1) throw new Error(`${entry} must become one file.`);
  return output[0].code;
}
