import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const STYLES = fileURLToPath(import.meta.resolve('@portico/ui/styles.css'));

/**
 * Repeats the order of the cascade layers at the top of every style sheet. The first style sheet that the browser
 * reads sets the order, and those of shared chunks come before the design system's own.
 */
export function layerOrder(): Plugin {
  const order = /@layer [\w, ]+;/.exec(readFileSync(STYLES, 'utf8'))?.[0];
  if (order === undefined) throw new Error(`${STYLES} doesn’t declare the order of the layers.`);
  return {
    name: 'portico-layer-order',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const output of Object.values(bundle)) {
          if (output.type === 'asset' && output.fileName.endsWith('.css'))
            output.source = order + String(output.source);
        }
      },
    },
  };
}
