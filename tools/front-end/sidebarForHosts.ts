import { join, sep } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { root } from '../root.ts';

const packages = join(root, 'packages') + sep;

/**
 * Serves the sidebar's module to pages of other applications in `npm run dev`. It is built on request, and again after
 * a source has changed. Vite lets pages on localhost load it; which of them may call the API is up to the server and
 * EMBEDDING_ORIGINS.
 */
export function sidebarForHosts(): Plugin {
  let built: Promise<string> | undefined;
  return {
    name: 'portico-sidebar-for-hosts',
    configureServer({ middlewares, watcher }) {
      watcher.add(packages);
      watcher.on('all', (_event, file) => {
        if (file.startsWith(packages)) built = undefined;
      });
      middlewares.use('/sidebar/portico-sidebar.js', (_request, response, next) => {
        built ??= buildSidebar();
        const fail = (error: unknown) => {
          built = undefined;
          next(error);
        };
        built.then((code) => {
          response.setHeader('Content-Type', 'text/javascript');
          response.setHeader('Cache-Control', 'no-cache');
          response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
          response.end(code);
        }, fail);
      });
    },
  };
}

async function buildSidebar(): Promise<string> {
  const folder = join(packages, 'sidebar');
  const { output } = (await build({
    root: folder,
    configFile: join(folder, 'vite.config.ts'),
    logLevel: 'warn',
    build: { write: false },
  })) as Rolldown.RolldownOutput;
  return output.find((file) => file.type === 'chunk')!.code;
}
