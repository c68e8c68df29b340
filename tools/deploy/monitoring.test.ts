import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { findProgram } from '../deployment/program.ts';
import { root } from '../root.ts';
import { RULES_TEST } from '../monitoring/rules.ts';

const promtool = findProgram('promtool');
if (!promtool) console.warn('Skipping tests, because promtool is not installed (Debian: prometheus)');

const run = (...args: string[]) => execFileSync(promtool!, args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });

test.skipIf(!promtool)('every alert fires when it should and stays quiet when it should not [OPS-103]', () => {
  expect(run('test', 'rules', RULES_TEST)).toContain('SUCCESS');
});

test.skipIf(!promtool)('Prometheus accepts its configuration [OPS-103]', () => {
  expect(run('check', 'config', '--syntax-only', 'deploy/monitoring/prometheus.yml')).toContain('SUCCESS');
});
