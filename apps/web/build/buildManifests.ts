import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

const ID_LENGTH = 12;

/**
 * Writes `builds/latest.json`, which names the build, and `builds/{id}.json`, which lists its files. The id follows from
 * the hashed names alone: the same sources give the same id.
 */
export function buildManifests(): Plugin {
  return {
    name: 'portico-build-manifests',
    apply: 'build',
    generateBundle(_options, bundle) {
      const files = Object.keys(bundle).filter((name) => name.startsWith('assets/')).sort();
      const id = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, ID_LENGTH);
      this.emitFile({ type: 'asset', fileName: 'builds/latest.json', source: JSON.stringify({ id }) });
      this.emitFile({ type: 'asset', fileName: `builds/${id}.json`, source: JSON.stringify({ id, files }) });
    },
  };
}
