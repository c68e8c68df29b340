import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { NODE_FLOORS } from '@portico/server/runtime/nodeFloor';
import { describe, expect, onTestFinished, test } from 'vitest';
import { root } from './root.ts';

const run = promisify(execFile);
const [{ version: floor, advisory }] = NODE_FLOORS;
const [line = 0, minor = 0] = floor.split('.').map(Number);
const NEWER = `${line}.${minor + 3}.0`;
const OLDER = `${line}.${minor - 1}.5`;

/** A checkout whose commands print the Node that runs them, and programs that look like Node of some version. */
function checkout() {
  const folder = mkdtempSync(join(tmpdir(), 'portico-bootstrap-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    return join(folder, path);
  };
  for (const path of [
    'tools/bootstrap.mjs',
    'tools/commands.mjs',
    'tools/operate/installation.mjs',
    'apps/server/src/runtime/nodeFloor.mjs',
  ])
    cpSync(join(root, path), join(folder, path));
  write('package-lock.json', '{"packages":{}}');
  write('node_modules/.package-lock.json', '{"packages":{}}');
  for (const command of ['start', 'build']) write(`tools/${command}.ts`, '');
  write('apps/server/src/doctor.ts', '');
  return {
    write,
    addNode(path: string, version: string) {
      const program = write(path, `#!/bin/sh\n[ "$1" = --version ] && echo v${version} || echo "ran on ${version}"\n`);
      chmodSync(program, 0o755);
      return program;
    },
    /** The lines that the command printed, and those it printed as an error. */
    async start({
      command = ['start'],
      path = [],
      npm,
      settings,
    }: { command?: string[]; path?: string[]; npm?: string; settings?: string } = {}) {
      const env = {
        ...(settings === undefined ? {} : { PORTICO_SETTINGS_FILE: settings }),
        PATH: [...path.map((name) => join(folder, name)), '/usr/sbin'].join(delimiter),
        ...(npm === undefined ? {} : { npm_node_execpath: npm }),
      };
      const { stdout, stderr } = await run(process.execPath, [join(folder, 'tools/bootstrap.mjs'), ...command], {
        env,
      });
      return { stdout: stdout.trim(), stderr: stderr.trim() };
    },
  };
}

describe.skipIf(process.platform === 'win32')('a command of the repository', () => {
  test('runs the part that the first argument names, and lists the parts for a name that it lacks [BASE-042]', async () => {
    const { write, start } = checkout();
    write('node/node', `#!/bin/sh\n[ "$1" = --version ] && echo v${floor} || echo "$@"\n`);
    const node = join(write('bench/calls.ts', ''), '../../node/node');
    chmodSync(node, 0o755);
    write('bench/marks.ts', '');
    const bench = (...typed: string[]) => start({ command: ['bench', ...typed], npm: node });
    expect((await bench('calls', '--quick')).stdout).toMatch(/bench\/calls\.ts --quick$/);
    expect((await bench('--quick')).stdout).toMatch(/bench\/marks\.ts --quick$/);
    await expect(bench('calsl')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^npm run bench has no "calsl"\. It has:\n {2}npm run bench -- calls /),
    });
  });

  test('runs on the Node that runs npm, if it is at or above the floor [OPS-468]', async () => {
    const { addNode, start } = checkout();
    addNode('node_modules/node/bin/node', OLDER);
    addNode('first/node', NEWER);
    const npm = addNode('npm/node', floor);
    expect(await start({ npm, path: ['first'] })).toEqual({ stdout: `ran on ${floor}`, stderr: '' });
  });

  test('runs on the first Node on the PATH that is at or above the floor of a supported line [OPS-468]', async () => {
    const { addNode, start } = checkout();
    addNode('node_modules/node/bin/node', OLDER);
    const npm = addNode('npm/node', '20.20.2');
    addNode('old/node', OLDER);
    addNode('foreign/node', `${line - 1}.99.0`);
    addNode('new/node', NEWER);
    const found = await start({ npm, path: ['missing', 'old', 'foreign', 'new'] });
    expect(found).toEqual({ stdout: `ran on ${NEWER}`, stderr: '' });
  });

  test('starts on the bundled Node and says in one line that it is for trials and what to install [OPS-468]', async () => {
    const { addNode, start } = checkout();
    addNode('node_modules/node/bin/node', OLDER);
    const npm = addNode('npm/node', '20.20.2');
    const { stdout, stderr } = await start({ npm });
    expect(stdout).toBe(`ran on ${OLDER}`);
    expect(stderr.split('\n')).toEqual([
      `Node ${OLDER} is only for trials, because it lacks the security fixes of ${floor}: ${advisory}. Install Node ${floor}, or a newer version of the same line.`,
    ]);
  });

  test.for(['25.9.0', '27.1.0'])(
    'starts on Node %s and says that its line is not supported [OPS-468]',
    async (version) => {
      const { addNode, start } = checkout();
      addNode('node_modules/node/bin/node', version);
      const { stdout, stderr } = await start({ npm: addNode('npm/node', '20.20.2') });
      expect(stdout).toBe(`ran on ${version}`);
      expect(stderr).toBe(
        `Node ${version} is only for trials, because the portal does not support this line of Node. Install Node ${NODE_FLOORS.map((one) => one.version).join(' or ')}, or a newer version of the same line.`,
      );
    },
  );

  test('other than start says nothing about the bundled Node, so that its output stays its own [OPS-468]', async () => {
    const { addNode, start } = checkout();
    addNode('node_modules/node/bin/node', OLDER);
    expect(await start({ command: ['build'] })).toEqual({ stdout: `ran on ${OLDER}`, stderr: '' });
  });

  test('ignores a program named node that does not state a version [OPS-468]', async () => {
    const { addNode, start } = checkout();
    addNode('node_modules/node/bin/node', NEWER);
    addNode('odd/node', 'unknown');
    expect((await start({ path: ['odd'] })).stdout).toBe(`ran on ${NEWER}`);
  });

  /** A program in place of Node that prints its arguments. */
  const addPrintingNode = (write: ReturnType<typeof checkout>['write']) => {
    const program = write('npm/node', `#!/bin/sh\n[ "$1" = --version ] && echo v${floor} || echo "$@"\n`);
    chmodSync(program, 0o755);
    return program;
  };

  test('for operators runs with the production packages alone, through portico, and installs nothing [OPS-495]', async () => {
    const { write, start } = checkout();
    const npm = addPrintingNode(write);
    const shipped = { 'node_modules/pg': { version: '1.0.0' } };
    write(
      'package-lock.json',
      JSON.stringify({ packages: { ...shipped, 'node_modules/vitest': { version: '1.0.0', dev: true } } }),
    );
    const record = write('node_modules/.package-lock.json', JSON.stringify({ packages: shipped }));
    const { stdout } = await start({ command: ['doctor'], npm });
    expect(stdout).toMatch(/bin\/portico\.mjs doctor$/);
    await expect(start({ npm })).rejects.toThrow(
      /Only the packages that production needs are installed in .*, and "start" needs those for development too\./,
    );
    expect(readFileSync(record, 'utf8')).toBe(JSON.stringify({ packages: shipped }));
  });

  test('for operators runs portico and nothing else where a settings file exists [OPS-495]', async () => {
    const { write, start } = checkout();
    const npm = addPrintingNode(write);
    const settings = write('portico.env', '');
    const { stdout } = await start({ command: ['doctor'], npm, settings });
    expect(stdout).toMatch(/bin\/portico\.mjs doctor$/);
    expect((await start({ command: ['build'], npm, settings })).stdout).toMatch(/tools\/build\.ts$/);
  });
});
