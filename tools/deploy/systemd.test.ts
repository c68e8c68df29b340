import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
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
/** In tenths of systemd's points, of which 100 is as exposed as can be. */
const MAX_EXPOSURE = 20;

const analyze = findProgram('systemd-analyze');
if (!analyze) console.warn('Not installed, so that tests are skipped: systemd-analyze (Debian: systemd)');

/** The values of a unit's setting, by its name, in their order. */
const valuesOf = (unit: string, name: string): string[] =>
  readText(`${FOLDER}/${unit}`)
    .split('\n')
    .filter((line) => line.startsWith(`${name}=`))
    .map((line) => line.slice(name.length + 1));

/** The settings in lines such as `PORT=3000`. */
const settingsIn = (lines: string[]): Record<string, string> =>
  Object.fromEntries(
    lines.flatMap((line) => {
      const [, name = '', value = ''] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
      return name === '' ? [] : [[name, value]];
    }),
  );

const example = settingsIn(readText(`${FOLDER}/portico.env.example`).split('\n'));

describe.skipIf(!analyze)('the systemd units', () => {
  test.for(units)('systemd accepts %s [OPS-121]', (unit) => {
    expect(() => execFileSync(analyze!, ['verify', join(root, FOLDER, unit)], { stdio: 'pipe' })).not.toThrow();
  });

  test.for(units)('%s leaves less than 2.0 of exposure [OPS-121]', (unit) => {
    const options = ['security', '--offline=true', `--threshold=${MAX_EXPOSURE}`, join(root, FOLDER, unit)];
    expect(execFileSync(analyze!, options, { encoding: 'utf8', stdio: 'pipe' })).toMatch(/Overall exposure level/);
  });
});

describe('what the systemd units start', () => {
  test.for(units)('%s runs the server with the flags and settings of production [OPS-121]', (unit) => {
    const [command = ''] = valuesOf(unit, 'ExecStart');
    const [, assignments = '', program = '', rest = ''] =
      /^\/usr\/bin\/env ((?:[A-Z_]+=\S+ )+)(\S+) (.*)$/.exec(command) ?? [];
    expect(rest).toBe(`${NODE_ARGUMENTS.join(' ')} ${relative(root, builtProgram('main'))}`);
    expect(valuesOf(unit, 'Environment')).toContain(`MALLOC_ARENA_MAX=${NODE_ENVIRONMENT.MALLOC_ARENA_MAX}`);
    const [folder = ''] = valuesOf(unit, 'WorkingDirectory');
    expect(program.startsWith(`${folder}/`)).toBe(true);
    expect(existsSync(join(root, program.slice(folder.length)))).toBe(true);
    const config = loadConfig({ ...example, ...settingsIn(assignments.trim().split(' ')) });
    expect(config.PORTICO_ROLE).toBe(unit === 'portico.service' ? 'web' : 'worker');
    expect(config.PORTICO_DATA_DIR).toBe(`/var/lib/${valuesOf(unit, 'StateDirectory')[0]}`);
    // It ends within 10 s after the grace period (docs/operations.md).
    expect(Number(valuesOf(unit, 'TimeoutStopSec')[0])).toBeGreaterThanOrEqual(config.SHUTDOWN_GRACE_MS / 1000 + 10);
  });

  test('both run side by side, on different ports and equally hardened [OPS-121]', () => {
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

  test('the example of settings names only settings that exist [OPS-121]', () => {
    const known = new Set(describeConfig().map(({ name }) => name));
    expect(Object.keys(example).filter((name) => !known.has(name))).toEqual([]);
  });
});
