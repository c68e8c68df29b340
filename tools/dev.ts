import { fork, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join, sep } from 'node:path';
import { createServer, type Plugin } from 'vite';
import { startProblem, waitForFreePort } from './services/ports.ts';
import { runStep } from './progress.ts';
import { root } from './root.ts';
import { claimFolderAndPorts, printWelcome, startServices } from './services/services.ts';
import { readRunSettings } from './settings.ts';
import { prepareShutdown } from './services/shutdown.ts';
import { sidebarForHosts } from './front-end/sidebarForHosts.ts';

/**
 * `npm run dev`: one origin for everything. Vite listens on PORT and serves the front end's modules; everything else is
 * proxied to the server on PORT + 2, which gets the HTML of pages from Vite and sends it with its own headers and
 * nonce. The server restarts when one of its files changes.
 */
const web = join(root, 'apps/web');
const serverSources = ['apps/server/src', 'packages/contracts/src', 'packages/kinds/src'].map(
  (folder) => join(root, folder) + sep,
);
const RESTART_DELAY_MS = 150;
const PAGES = '/@pages/';

const shutdown = prepareShutdown();
try {
  const settings = readRunSettings(process.env);
  const serverPort = settings.port + 2;
  await claimFolderAndPorts(settings, shutdown);
  await waitForFreePort(serverPort, { setting: 'PORT', waitMs: 1000 });
  const env = await startServices(settings, shutdown);
  const server = keepRunning({
    ...env,
    PORT: String(serverPort),
    PUBLIC_URL: settings.publicUrl,
    SHUTDOWN_GRACE_MS: '0',
    PORTICO_DEV_PAGES: `http://localhost:${settings.port}${PAGES}`,
  });
  shutdown.onStop(server.stop);
  await runStep('Portal', async () => {
    const vite = await createServer({
      root: web,
      configFile: join(web, 'vite.config.ts'),
      clearScreen: false,
      plugins: [pagesForServer(), watchServer(server.restart), sidebarForHosts()],
      server: {
        host: 'localhost',
        port: settings.port,
        strictPort: true,
        proxy: {
          '^/(?!@|src/|public/|node_modules/)': {
            target: `http://localhost:${serverPort}`,
            configure: (proxy) => void proxy.on('error', respondRestarting),
          },
        },
      },
    });
    shutdown.onStop(() => vite.close());
    await vite.listen();
    await server.ready;
  });
  printWelcome(settings);
} catch (error) {
  if (!shutdown.signal.aborted) process.stderr.write(`\n${startProblem(error)}\n`);
  await shutdown.stop(1);
}

/** Serves the HTML of pages, with Vite's client in it, to the server. */
function pagesForServer(): Plugin {
  return {
    name: 'portico-pages-for-server',
    configureServer(vite) {
      vite.middlewares.use((request, response, next) => {
        if (!request.url?.startsWith(PAGES)) return next();
        const { pathname, searchParams } = new URL(request.url, 'http://localhost');
        const name = pathname.slice(PAGES.length);
        if (!['index.html', 'sign-in.html', 'silent.html'].includes(name)) return next();
        readFile(join(web, name), 'utf8')
          .then((html) => vite.transformIndexHtml(`/${name}`, html, searchParams.get('url') ?? '/'))
          .then((html) => response.end(html), next);
      });
    },
  };
}

function watchServer(restart: () => void): Plugin {
  return {
    name: 'portico-watch-server',
    configureServer({ watcher }) {
      watcher.add(serverSources);
      watcher.on('all', (_event, file) => {
        if (serverSources.some((folder) => file.startsWith(folder)) && !file.endsWith('.test.ts')) restart();
      });
    },
  };
}

function respondRestarting(_error: Error, _request: unknown, response: unknown): void {
  const answer = response as ServerResponse;
  if (!answer.headersSent) answer.writeHead(503, { 'Retry-After': '1', 'Content-Type': 'text/plain' });
  answer.end('The server is restarting.');
}

/**
 * Runs devServer.ts in a separate process, so that a restart leaves no state behind. If the server fails, the next
 * change starts it again.
 */
function keepRunning(env: NodeJS.ProcessEnv) {
  let child: ChildProcess;
  let timer: NodeJS.Timeout | undefined;
  const begin = () => (child = fork(new URL('./services/devServer.ts', import.meta.url), { env }));
  const end = () =>
    new Promise<void>((gone) => {
      if (child.exitCode !== null || child.signalCode !== null) return gone();
      child.once('exit', () => gone());
      child.kill('SIGTERM');
    });
  begin();
  return {
    ready: new Promise<void>((started, failed) => {
      child.once('message', () => started());
      child.once('exit', (code) => failed(new Error(`The server did not start (exit code ${code}).`)));
    }),
    restart() {
      clearTimeout(timer);
      timer = setTimeout(() => void end().then(() => shutdown.signal.aborted || begin()), RESTART_DELAY_MS);
    },
    stop() {
      clearTimeout(timer);
      return end();
    },
  };
}
