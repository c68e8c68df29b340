import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const packageFile = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
const root = dirname(packageFile);
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };

/**
 * Folders of the PDF reader's package from which it requests files when a PDF needs them, with a pattern for the files
 * that we serve: no WebAssembly.
 */
const folders: Record<string, RegExp> = {
  cmaps: /\.bcmap$|^LICENSE/,
  standard_fonts: /\.(?:pfb|ttf)$|^LICENSE/,
  wasm: /_nowasm_fallback\.js$|^LICENSE/,
};

const typeOf = (name: string) => (name.endsWith('.js') ? 'text/javascript' : 'application/octet-stream');

/** Adds the PDF reader's character maps, standard fonts and decoders to the build, in `pdf/{version}/`. */
export function pdfFiles(): Plugin {
  return {
    name: 'portico-pdf-files',
    configureServer(vite) {
      vite.middlewares.use(`/pdf/${version}`, (request, response, next) => {
        const [, folder = '', name = ''] = /^\/(\w+)\/([\w.-]+)$/.exec(request.url ?? '') ?? [];
        if (!folders[folder]?.test(name)) return next();
        response.setHeader('content-type', typeOf(name));
        response.end(readFileSync(join(root, folder, name)));
      });
    },
    generateBundle() {
      for (const [folder, isUsed] of Object.entries(folders)) {
        for (const name of readdirSync(join(root, folder)).filter((file) => isUsed.test(file))) {
          this.emitFile({
            type: 'asset',
            fileName: `pdf/${version}/${folder}/${name}`,
            source: readFileSync(join(root, folder, name)),
          });
        }
      }
    },
  };
}
