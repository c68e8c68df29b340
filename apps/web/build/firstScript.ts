import { build, type Plugin } from 'vite';

const NAME = 'first.js';

/**
 * Puts `entry` into index.html as the first, blocking script: it must have run before anything is painted and before
 * any other code of ours, which module scripts can't promise.
 */
export function firstScript(entry: string): Plugin {
  let isBuild = false;
  return {
    name: 'portico-first-script',
    configResolved(config) {
      isBuild = config.command === 'build';
    },
    async buildStart() {
      if (isBuild) this.emitFile({ type: 'asset', name: NAME, source: await bundle(entry) });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { filename, bundle: files }) {
        if (!filename.endsWith('index.html')) return [];
        if (!files)
          return [{ tag: 'script', attrs: { type: 'module', src: '/src/first.ts' }, injectTo: 'head-prepend' }];
        const file = Object.values(files).find((output) => output.type === 'asset' && output.names.includes(NAME));
        if (!file) throw new Error(`${NAME} was not built.`);
        return [{ tag: 'script', attrs: { src: `/${file.fileName}`, nonce: '__NONCE__' }, injectTo: 'head-prepend' }];
      },
    },
  };
}

/** The script and the few lines it imports, as one classic script. */
async function bundle(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'baseline-widely-available',
      modulePreload: false,
      rolldownOptions: {
        input: entry,
        treeshake: { moduleSideEffects: (id) => id === entry },
        output: { format: 'iife' },
      },
    },
  });
  const output = Array.isArray(result) ? result[0]?.output : 'output' in result ? result.output : undefined;
  if (output?.length !== 1) throw new Error(`${entry} must become one file.`);
  return output[0].code;
}
