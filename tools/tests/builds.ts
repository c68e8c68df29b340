import { spawnSync } from 'node:child_process';
import {
  filesInCycles,
  FIRST_LOAD_FILE_LIMIT,
  FIRST_LOAD_SCRIPT_LIMIT,
  measureFirstLoad,
  measureSignIn,
  SIGN_IN_SCRIPT_LIMIT,
  STUDIO_FIRST_LOAD_LIMIT,
  studioModulesIn,
} from '../front-end/firstLoad.ts';
import { measureSidebar, SIDEBAR_LIMIT } from '../front-end/sidebarBundle.ts';
import { buildWebApp } from '../front-end/webApp.ts';
import { buildServer, builtProgram } from '../serverBuild.ts';
import type { WriteLine } from './runSteps.ts';
import type { Counts } from './testReports.ts';

/** The exit code of each of the server's programs without settings, after it has loaded all of its code. */
const EXIT_CODES = { main: 2, migrate: 1, doctor: 1 } as const;

/** Builds front end and server unless they are up to date. */
export async function buildAll(writeLine: WriteLine, signal: AbortSignal): Promise<void> {
  writeLine(`Front end: ${await buildWebApp(() => undefined, signal)}`);
  writeLine(`Server: ${await buildServer(() => undefined, signal)}`);
}

/** Builds front end and server, compares the first loads with their limits, and starts each program of the server. */
export async function checkBuilds(writeLine: WriteLine, signal: AbortSignal): Promise<Counts> {
  await buildAll(writeLine, signal);
  const counts = [countSizes(writeLine), countStrays(), countCycles(), countPrograms()];
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 1),
    failed: counts.reduce((sum, { failures }) => sum + failures.length, 0),
    failures: counts.flatMap(({ failures }) => failures),
  };
}

type Outcome = Pick<Counts, 'passed' | 'failures'>;

function countSizes(writeLine: WriteLine): Outcome {
  const [dashboard, editor] = measureFirstLoad({
    dashboard: 'src/features/home/HomePage.tsx',
    editor: 'src/studio/editor/EditorPage.tsx',
  });
  const sizeOf = (load = { scriptBytes: Infinity, styleBytes: 0 }) => load.scriptBytes + load.styleBytes;
  const sizes = [
    ['First load of the sign-in, script', measureSignIn().scriptBytes, SIGN_IN_SCRIPT_LIMIT, 'bytes (brotli)'],
    [
      'First load of the dashboard, script',
      dashboard?.scriptBytes ?? Infinity,
      FIRST_LOAD_SCRIPT_LIMIT,
      'bytes (brotli)',
    ],
    ['First load of the dashboard, files', dashboard?.files.length ?? Infinity, FIRST_LOAD_FILE_LIMIT, 'files'],
    ['Sidebar for foreign pages', measureSidebar(), SIDEBAR_LIMIT, 'bytes (brotli)'],
    ['First load of the studio, script and style', sizeOf(editor), STUDIO_FIRST_LOAD_LIMIT, 'bytes (brotli)'],
  ] as const;
  for (const [what, size, limit, unit] of sizes) {
    const verdict = size <= limit ? 'within' : 'OVER';
    writeLine(`${what}: ${grouped(size)} ${unit}, ${verdict} the limit of ${grouped(limit)}`);
  }
  const failures = sizes.filter(([, size, limit]) => size > limit).map(([what]) => `${what} is over its limit`);
  return { passed: sizes.length - failures.length, failures };
}

function countStrays(): Outcome {
  const loads = measureFirstLoad({
    dashboard: 'src/features/home/HomePage.tsx',
    news: 'src/features/news/NewsItemPage.tsx',
    event: 'src/features/events/page/EventPage.tsx',
  });
  const failures = loads.flatMap((load) =>
    studioModulesIn(load).map((module) => `Readers load ${module} with the page ${load.page}`),
  );
  return { passed: failures.length === 0 ? 1 : 0, failures };
}

function countCycles(): Outcome {
  const files = filesInCycles();
  const failures = files.length === 0 ? [] : [`These built files import each other: ${files.join(', ')}`];
  return { passed: failures.length === 0 ? 1 : 0, failures };
}

function countPrograms(): Outcome {
  const names = Object.keys(EXIT_CODES) as Array<keyof typeof EXIT_CODES>;
  const failures = names.flatMap((name) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [builtProgram(name)], { env: {}, encoding: 'utf8' });
    const said = stdout + stderr;
    const isRight = status === EXIT_CODES[name] && said.includes('DATABASE_URL is required');
    return isRight ? [] : [`The built ${name}.js ended with ${status}: ${said.slice(0, 500)}`];
  });
  return { passed: names.length - failures.length, failures };
}

const grouped = (bytes: number): string => bytes.toLocaleString('en');
