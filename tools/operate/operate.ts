import { spawn } from 'node:child_process';
import { accessSync, constants as fileConstants, existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import { closedFolderAbove } from '@portico/server/doctor/closedFolder';
import { commands } from '../commands.mjs';
import { root } from '../root.ts';
import { accountWarning, becomeServiceAccount, currentAccount } from './account.ts';
import { fromHere } from './fromHere.ts';
import { settingsFiles } from './installation.mjs';
import { readSettings } from './settingsFile.ts';

/** What a command gets from the shell; everything else comes from the settings files, as for the units. */
const FROM_SHELL = /^(?:PATH|TERM|COLUMNS|LANG|LC_\w+|NO_COLOR|FORCE_COLOR|NODE_COMPILE_CACHE)$/;

const names = Object.keys(commands).filter((name) => commands[name]!.group === 'operate');

const usage = `portico [--settings <file>]… <command> [arguments]

Runs a command on the portal that is installed in ${root}, with the settings of /etc/portico/portico.env, or of the
files in --settings or PORTICO_SETTINGS_FILE (separated by colons); a later file overrides an earlier one. Variables of
this shell count only if there is no settings file. Run it as root: it continues as the account that owns
PORTICO_DATA_DIR. portico <command> --help describes a command.

${names.map((name) => `  ${name.padEnd(16)}${commands[name]!.text}`).join('\n')}
`;

/** Runs one command. Exit codes: those of the command, 1 if it could not start, 2 for wrong arguments. */
export async function operate(args: string[]): Promise<void> {
  try {
    process.exitCode = await run(args);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}

async function run(args: string[]): Promise<number> {
  const { files: named, rest } = takeSettings(args);
  const [name = '', ...own] = rest;
  if (['', 'help', '--help', '-h'].includes(name)) {
    process.stdout.write(usage);
    return name === '' ? 2 : 0;
  }
  const command = names.includes(name) ? commands[name] : undefined;
  if (!command) {
    process.stderr.write(`There is no command ${name}. The commands are ${names.join(', ')}.\n`);
    return 2;
  }
  const files = named.length > 0 ? named.map(fromHere) : settingsFiles(process.env);
  const settings = readSettings(files, currentAccount());
  reportIgnored(settings);
  const dataDir = resolve(root, (files.length > 0 ? settings : process.env)['PORTICO_DATA_DIR'] || '.data');
  const readable = own.map(fromHere).filter((path) => existsSync(path));
  const home = becomeServiceAccount(dataDir);
  assertEnterable(join(root, command.script));
  readable.forEach(assertReadable);
  const warning = accountWarning(dataDir);
  if (warning) process.stderr.write(`${warning}\n`);
  const inherited =
    files.length === 0
      ? process.env
      : Object.fromEntries(Object.entries(process.env).filter(([variable]) => FROM_SHELL.test(variable)));
  return start([...(command.node ?? []), join(root, command.script), ...(command.args ?? []), ...own], {
    ...inherited,
    ...(home !== undefined && { HOME: home }),
    ...settings,
    INIT_CWD: fromHere('.'),
    PORTICO_COMMAND: 'portico',
    PORTICO_SETTINGS_FILE: files.join(':'),
  });
}

/** Takes `--settings` out of the arguments, wherever it is. */
function takeSettings(args: string[]): { files: string[]; rest: string[] } {
  const files: string[] = [];
  const rest: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index]!;
    if (argument === '--settings') files.push(args[(index += 1)] ?? '');
    else if (argument.startsWith('--settings=')) files.push(argument.slice('--settings='.length));
    else rest.push(argument);
  }
  if (files.includes('')) throw new Error('--settings needs the name of a file.');
  return { files, rest };
}

function reportIgnored(settings: Record<string, string>): void {
  const ignored = Object.keys(settings).filter(
    (name) => !FROM_SHELL.test(name) && process.env[name] !== undefined && process.env[name] !== settings[name],
  );
  if (ignored.length > 0)
    process.stderr.write(
      `Ignored these variables of the shell, because the settings file takes precedence: ${ignored.join(', ')}.\n`,
    );
}

/** Throws with what to do if a file that root could read is out of reach of the portal's account. */
function assertReadable(path: string): void {
  try {
    accessSync(path, fileConstants.R_OK);
  } catch (error) {
    throw new Error(
      `The portal’s account, ${currentAccount()}, cannot read ${path}. Copy it to where it can: install -o ${currentAccount()} -m 400 ${path} /etc/portico/`,
      { cause: error },
    );
  }
}

/** Throws with what to do if the portal's account can't run the program where it is. */
function assertEnterable(path: string): void {
  const closed = closedFolderAbove(path);
  if (closed !== undefined)
    throw new Error(
      `The portal’s account, ${currentAccount()}, cannot enter ${closed}. Allow it to: chmod 755 ${closed}`,
    );
}

/** Starts Node with an environment that it reads before any of our code runs, such as NODE_EXTRA_CA_CERTS. */
function start(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('exit', (code, signal) => done(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
}
