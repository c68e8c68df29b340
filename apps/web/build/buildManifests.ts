import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Plugin, runnerImport } from 'vite';

const ID_LENGTH = 12;

/** The rules of one page from the manifest. */
interface RouteRule {
  path: string;
  private: boolean;
}

/**
 * Writes `builds/latest.json`, which names the build, and `builds/{id}.json`, which lists its files and the rules of
 * its pages; none of them is prerendered. The id is derived only from the hashed file names and the texts, so the same
 * sources always give the same id. Source: spec §7.
 */
export function buildManifests(routesFile: string): Plugin {
  let texts = '';
  return {
    name: 'portico-build-manifests',
    apply: 'build',
    configResolved({ publicDir }) {
      texts = textsIn(join(publicDir, 'locales'));
    },
    async generateBundle(_options, bundle) {
      const files = Object.keys(bundle)
        .filter((name) => name.startsWith('assets/'))
        .sort();
      const id = createHash('sha256').update(files.join('\n')).update(texts).digest('hex').slice(0, ID_LENGTH);
      const manifest = { id, files, routes: await routeRules(routesFile), prerendered: [] };
      this.emitFile({ type: 'asset', fileName: 'builds/latest.json', source: JSON.stringify({ id }) });
      this.emitFile({ type: 'asset', fileName: `builds/${id}.json`, source: JSON.stringify(manifest) });
    },
  };
}

function textsIn(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => name + readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}

async function routeRules(file: string): Promise<RouteRule[]> {
  const { module } = await runnerImport<{ routes: RouteRule[] }>(file, { configFile: false, logLevel: 'error' });
  return module.routes.map(({ path, private: isPrivate }) => ({ path, private: isPrivate }));
}
