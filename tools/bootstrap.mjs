/**
 * Entry point of every npm script: installs what package-lock.json lists if needed, then runs the command's TypeScript
 * on an installed Node that is at or above the floor, or else on the one that npm installs for trials. Plain JavaScript
 * for Node 20 and later, because nothing may be installed yet.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
// The workspaces are not linked before the install.
// oxlint-disable-next-line portico/zones
import { isPatched, isUsable, NODE_FLOORS, trialNotice } from '../apps/server/src/runtime/nodeFloor.mjs';
import { commands } from './commands.mjs';
import { isInstallation, lacksDevelopmentPackages } from './operate/installation.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isWindows = process.platform === 'win32';
const nodeFile = isWindows ? 'node.exe' : 'node';
/** What is known of installed programs, because asking each takes tens of milliseconds. */
const versions = new Map([[realpathSync(process.execPath), process.versions.node]]);

const [name = '', ...typed] = process.argv.slice(2);
const { group, node = [], env = {}, args = [], parts, ...whole } = commands[name] ?? {};
const part = parts && typed[0] && !typed[0].startsWith('-') ? typed[0] : undefined;
const { script } = part ? (parts[part] ?? {}) : whole;
const rest = part ? typed.slice(1) : typed;
if (name === 'help') {
  process.stdout.write(`${listOfCommands()}\n`);
  process.exit(0);
}
if (part && !script) fail(`npm run ${name} has no "${part}". It has:\n${listOfParts(parts)}`);
if (!script || !existsSync(join(root, script))) {
  fail(`${name ? `Unknown command "${name}"` : 'Name a command'}. The commands are:\n${listOfCommands()}`);
}

const isOperating = group === 'operate' && isInstallation(root, process.env);
if (!isOperating) {
  if (lacksDevelopmentPackages(root))
    fail(`Only the packages that production needs are installed in ${root}, and "${name}" needs those for development too.
Installing them would replace the packages of a portal that runs from there. Use another folder, or run "npm ci" first.`);
  await installWhenNeeded();
}
const runtime = findPatchedNode() ?? findBundledNode() ?? { path: process.execPath, version: process.versions.node };
if (name === 'start' && !isPatched(runtime.version)) process.stderr.write(`${trialNotice(runtime.version)}\n`);
runCommand(
  isOperating ? [join(root, 'bin/portico.mjs'), name, ...rest] : [...node, join(root, script), ...args, ...rest],
);

function listOfCommands() {
  const list = Object.entries(commands).map(([command, { text }]) => `  npm run ${command.padEnd(20)}${text}`);
  return list.join('\n');
}

function listOfParts(of) {
  return Object.entries(of)
    .map(([one, { text }]) => `  npm run ${name} -- ${one.padEnd(16)}${text}`)
    .join('\n');
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

async function installWhenNeeded() {
  const lockFile = readFileSync(join(root, 'package-lock.json'));
  const expected = `${process.platform}-${process.arch} ${createHash('sha256').update(lockFile).digest('hex')}`;
  const stamp = join(root, 'node_modules', '.portico-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === expected && hasNode()) return;
  if (!isInstalled(JSON.parse(lockFile.toString()))) await install();
  if (!hasNode())
    fail(`npm did not install the Node for trials, probably because install scripts are disabled. Either install Node
${NODE_FLOORS[0].version} or newer, or enable install scripts (npm config get ignore-scripts), delete node_modules and start again.`);
  writeFileSync(stamp, expected);
}

/**
 * Whether npm's own record of what it installed agrees with the lock file. The record omits packages for other
 * platforms.
 */
function isInstalled(lock) {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  return Object.entries(lock.packages).every(([path, expected]) => {
    if (!path.startsWith('node_modules/')) return true;
    const found = installed[path];
    return found
      ? found.version === expected.version && found.resolved === expected.resolved
      : expected.optional === true;
  });
}

async function install() {
  const begun = Date.now();
  process.stdout.write('Installing packages; this takes a minute the first time\n');
  const elapsed = setInterval(() => {
    process.stdout.write(`  still installing, ${Math.round((Date.now() - begun) / 1000)} s\n`);
  }, 10_000);
  const npm = process.env.npm_execpath;
  // Building the front end needs the dev dependencies, even if NODE_ENV is production.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const options = { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] };
  const child = npm
    ? spawn(process.env.npm_node_execpath ?? process.execPath, [npm, ...args], options)
    : spawn('npm', args, { ...options, shell: isWindows });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise((done) => child.once('close', done).once('error', (error) => done(error.message)));
  clearInterval(elapsed);
  if (code !== 0) fail(`npm ci failed (${code}).\n${output.trim()}`);
  process.stdout.write(`Installed in ${Math.round((Date.now() - begun) / 1000)} s\n`);
}

function hasNode() {
  return (findBundledNode() ?? findPatchedNode()) !== undefined || isUsable(process.versions.node);
}

/** The Node that package-lock.json pins. Production installs leave it out. */
function findBundledNode() {
  const path = ['node/bin', '.bin']
    .map((folder) => join(root, 'node_modules', folder, nodeFile))
    .find((file) => existsSync(file));
  return path === undefined ? undefined : { path, version: versionOf(path) };
}

/** The Node that runs npm, or else the first one on the PATH, that is at or above the floor of its line. */
function findPatchedNode() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const paths = [process.env.npm_node_execpath, process.execPath, ...folders.map((folder) => join(folder, nodeFile))];
  const programs = new Set(paths.filter((path) => path && existsSync(path)).map((path) => realpathSync(path)));
  for (const path of programs) {
    const version = versionOf(path);
    if (version && isPatched(version)) return { path, version };
  }
}

/** Empty for a program that does not state its version as Node does. */
function versionOf(path) {
  const program = realpathSync(path);
  if (!versions.has(program)) {
    const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
    versions.set(program, /^v(\d+\.\d+\.\d+)\s*$/.exec(stdout ?? '')?.[1] ?? '');
  }
  return versions.get(program);
}

/** Forwards signals and the exit code, and stops the command when our parent process is gone. */
function runCommand(args) {
  const path = [dirname(runtime.path), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  const child = spawn(runtime.path, args, {
    // The IPC channel closes as soon as this process is killed, which stops the command.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Compiling is half of the startup time; child processes reuse what an earlier process compiled.
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'), ...env, ...process.env, PATH: path },
  });
  child.once('error', (error) => fail(`The command could not be started: ${error.message}`));
  child.once('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event) stopWithNpm(() => child.kill('SIGTERM'));
}

/** npm can be killed without sending us a signal, and the shell between npm and us can outlive it. */
function stopWithNpm(stop) {
  const parent = process.ppid;
  const grandparent = parentOf(parent);
  const watch = setInterval(() => {
    if (process.ppid === parent && parentOf(parent) === grandparent) return;
    clearInterval(watch);
    stop();
  }, 500);
  watch.unref();
}

/** On Linux only, where /proc makes the check cheap; elsewhere our own parent has to do. */
function parentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ')[1];
  } catch {
    return undefined;
  }
}
