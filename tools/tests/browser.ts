import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from '../root.ts';
import type { OnProgress } from '../progress.ts';

/** In order of preference: the headless shell has no window and takes two thirds of the time. */
const programNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

const knownPaths: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: programNames.flatMap((name) =>
    ['/usr/bin', '/usr/local/bin', '/snap/bin', '/usr/lib/chromium'].map((folder) => join(folder, name)),
  ),
  darwin: ['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
    ['Google Chrome', 'Chromium'].map((name) => join(folder, `${name}.app`, 'Contents/MacOS', name)),
  ),
  win32: [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].flatMap((folder) =>
    folder
      ? [join(folder, 'Google/Chrome/Application/chrome.exe'), join(folder, 'Chromium/Application/chrome.exe')]
      : [],
  ),
};

/**
 * The path of a Chromium or Chrome: the one in CHROMIUM_PATH, one found on this machine, or one that this installs.
 * Throws with what was tried and what to do.
 */
export async function findBrowser(onProgress: OnProgress = () => undefined): Promise<string> {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (isProgram(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH is ${chosen}, which is not an executable program.`);
  }
  const found = findInstalled();
  if (found) return found;
  const failures: string[] = [];
  for (const install of [installFromDebian, installWithPlaywright]) {
    try {
      await install(onProgress);
      const installed = findInstalled();
      if (installed) return installed;
    } catch (error) {
      failures.push((error as Error).message);
    }
  }
  throw new Error(
    `The browser tests need Chromium or Chrome, and none could be found or installed.\n${failures.join('\n')}\nInstall one, or set CHROMIUM_PATH to its program.`,
  );
}

function findInstalled(): string | undefined {
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => programNames.map((name) => join(folder, name)));
  return [...(knownPaths[process.platform] ?? []), ...onPath, ...listPlaywrightBrowsers()].find(isProgram);
}

/** Playwright has one download folder per version; the newest is first. */
function listPlaywrightBrowsers(): string[] {
  const caches: Partial<Record<NodeJS.Platform, string>> = {
    linux: join(homedir(), '.cache/ms-playwright'),
    darwin: join(homedir(), 'Library/Caches/ms-playwright'),
    win32: join(process.env.LOCALAPPDATA ?? homedir(), 'ms-playwright'),
  };
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH || caches[process.platform];
  if (!cache || !existsSync(cache)) return [];
  const programs = [
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-win/chrome.exe',
    'chrome-win64/chrome.exe',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-linux/headless_shell',
    'chrome-headless-shell-linux64/chrome-headless-shell',
  ];
  return readdirSync(cache)
    .filter((name) => name.startsWith('chromium'))
    .toSorted()
    .toReversed()
    .flatMap((name) => programs.map((program) => join(cache, name, program)));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function installFromDebian(onProgress: OnProgress): Promise<void> {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return;
  if (process.getuid?.() !== 0)
    throw new Error('Only root can install Debian packages: sudo apt-get install chromium-headless-shell');
  onProgress('installing Chromium with apt-get');
  await run('apt-get', ['update', '-qq'], onProgress);
  const install = (name: string) =>
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name, 'fonts-liberation'], onProgress);
  // Older systems have only the full browser.
  await install('chromium-headless-shell').catch(() => install('chromium'));
}

async function installWithPlaywright(onProgress: OnProgress): Promise<void> {
  onProgress('downloading Chromium with Playwright');
  await run(process.execPath, [join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium'], onProgress);
}

/** Throws with the last lines of output when the program fails. */
function run(program: string, args: string[], onProgress: OnProgress): Promise<void> {
  return new Promise((done, failed) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const line = chunk.toString().trim().split('\n').pop();
        if (line) onProgress(line.slice(0, 100));
      });
    }
    child.once('error', failed);
    child.once('close', (code) => {
      if (code === 0) done();
      else
        failed(new Error(`${program} ${args[0]} failed (${code}): ${output.trim().split('\n').slice(-3).join(' ')}`));
    });
  });
}
