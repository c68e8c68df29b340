import { execFileSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { loadConfig, describeConfig } from '@portico/server/config';
import { NODE_ARGUMENTS, NODE_ENVIRONMENT } from '@portico/server/testing/processes/nodeArguments';
import { describe, expect, test } from 'vitest';
import { readText } from '../checks/repositoryFiles.ts';
import { findProgram } from '../deployment/program.ts';
import { root } from '../root.ts';
import { builtProgram } from '../serverBuild.ts';

const FOLDER = 'deploy/systemd';
const units = ['portico.service', 'portico-worker.service'];
const SOCKET = 'portico.socket';
/** In tenths of systemd's exposure points; 100 is fully exposed. */
const MAX_EXPOSURE = 20;

const analyze = findProgram('systemd-analyze');
if (!analyze) console.warn('Skipping tests, because systemd-analyze is not installed (Debian: systemd)');

/** The values of a setting in a unit file, in order. */
const valuesOf = (unit: string, name: string): string[] =>
  readText(`${FOLDER}/${unit}`)
    .split('\n')
    .filter((line) => line.startsWith(`${name}=`))
    .map((line) => line.slice(name.length + 1));

/** Parses lines such as `PORT=3000`. */
const settingsIn = (lines: string[]): Record<string, string> =>
  Object.fromEntries(
    lines.flatMap((line) => {
      const [, name = '', value = ''] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
      return name === '' ? [] : [[name, value]];
    }),
  );

const example = settingsIn(readText(`${FOLDER}/portico.env.example`).split('\n'));

describe.skipIf(!analyze)('the systemd units', () => {
  test.for([SOCKET, ...units])('are valid: %s [OPS-121]', (unit) => {
    const files = [...new Set([unit, SOCKET])].map((name) => join(root, FOLDER, name));
    expect(() => execFileSync(analyze!, ['verify', ...files], { stdio: 'pipe' })).not.toThrow();
  });

  test.for(units)('have an exposure level below 2.0: %s [OPS-121]', (unit) => {
    const options = ['security', '--offline=true', `--threshold=${MAX_EXPOSURE}`, join(root, FOLDER, unit)];
    expect(execFileSync(analyze!, options, { encoding: 'utf8', stdio: 'pipe' })).toMatch(/Overall exposure level/);
  });
});

describe('the commands of the systemd units', () => {
  test.for(units)('run the server with the flags and settings of production: %s [OPS-121]', (unit) => {
    const [command = ''] = valuesOf(unit, 'ExecStart');
    const [, assignments = '', program = '', rest = ''] =
      /^\/usr\/bin\/env ((?:[A-Z_]+=\S+ )+)(\S+) (.*)$/.exec(command) ?? [];
    expect(rest).toBe(`${NODE_ARGUMENTS.join(' ')} ${relative(root, builtProgram('main'))}`);
    expect(valuesOf(unit, 'Environment')).toContain(`MALLOC_ARENA_MAX=${NODE_ENVIRONMENT.MALLOC_ARENA_MAX}`);
    expect(valuesOf(unit, 'WorkingDirectory')).toEqual(['/opt/portico/current']);
    // The installation guide installs a patched Node there.
    expect(program).toBe('/usr/local/bin/node');
    const config = loadConfig({ ...example, ...settingsIn(assignments.trim().split(' ')) });
    expect(config.PORTICO_ROLE).toBe(unit === 'portico.service' ? 'web' : 'worker');
    expect(config.PORTICO_DATA_DIR).toBe(`/var/lib/${valuesOf(unit, 'StateDirectory')[0]}`);
    // The server ends within 10 s after the grace period (docs/operations-reference.md).
    expect(Number(valuesOf(unit, 'TimeoutStopSec')[0])).toBeGreaterThanOrEqual(config.SHUTDOWN_GRACE_MS / 1000 + 10);
  });

  test('run side by side, on different ports and equally hardened [OPS-121]', () => {
    const [web = '', worker = ''] = units.map((unit) => valuesOf(unit, 'ExecStart')[0]);
    expect(worker).toContain(' PORT=');
    expect(worker).not.toContain(` PORT=${example['PORT']} `);
    expect(web).not.toContain(' PORT=');
    const [hardening, other] = units.map(
      (unit) => /^KillMode=[^]*?(?=\n\[Install\])/m.exec(readText(`${FOLDER}/${unit}`))?.[0],
    );
    expect(hardening).toContain('NoNewPrivileges=yes');
    expect(other).toBe(hardening);
  });

  test('leave requests of the proxy to a socket that stays open, at the address in nginx.conf [OPS-507]', () => {
    expect(valuesOf('portico.service', 'Sockets')).toEqual([SOCKET]);
    expect(valuesOf('portico.service', 'Requires')).toEqual([SOCKET]);
    const [address = ''] = valuesOf(SOCKET, 'ListenStream');
    const upstreams = [...readText('docs/nginx.conf').matchAll(/^ *server (\S+) max_fails=0;$/gm)].map(
      ([, one]) => one,
    );
    expect(upstreams).toEqual([address, address]);
    expect(address).not.toMatch(new RegExp(`:${example['PORT']}$`));
  });

  test('have example settings that all exist [OPS-121]', () => {
    // Node itself reads the last one.
    const known = new Set([...describeConfig().map(({ name }) => name), 'NODE_EXTRA_CA_CERTS']);
    expect(Object.keys(example).filter((name) => !known.has(name))).toEqual([]);
  });
});
