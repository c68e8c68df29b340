import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(?:m?js|css|svg)$/;
const MIN_BYTES = 1024;

/** Adds a `.br` and a `.gz` next to every text file of the build, so that the server never has to compress them. */
export function compressedFiles(): Plugin {
  return {
    name: 'portico-compressed-files',
    apply: 'build',
    generateBundle: {
      // Runs last, because other plugins still change the files in this hook.
      order: 'post',
      async handler(_options, bundle) {
        await Promise.all(
          Object.values(bundle).map(async (output) => {
            if (!COMPRESSIBLE.test(output.fileName)) return;
            const source = Buffer.from(output.type === 'chunk' ? output.code : output.source);
            if (source.length < MIN_BYTES) return;
            const brotli = await promisify(brotliCompress)(source, {
              params: { [constants.BROTLI_PARAM_SIZE_HINT]: source.length },
            });
            this.emitFile({ type: 'asset', fileName: `${output.fileName}.br`, source: brotli });
            this.emitFile({
              type: 'asset',
              fileName: `${output.fileName}.gz`,
              source: await promisify(gzip)(source, { level: 9 }),
            });
          }),
        );
      },
    },
  };
}
