import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../root.ts';

test('no file, export or dependency is unused', () => {
  const knip = spawnSync(
    process.execPath,
    [join(root, 'node_modules/knip/bin/knip.js'), '--no-progress', '--no-config-hints'],
    { cwd: root, encoding: 'utf8' },
  );
  expect(`${knip.stdout}${knip.stderr}`.trim()).toBe('');
  expect(knip.status).toBe(0);
});
