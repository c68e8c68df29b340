import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { readText } from '../checks/repositoryFiles.ts';
import { findProgram } from '../deployment/program.ts';

const logrotate = findProgram('logrotate');
if (!logrotate) console.warn('Skipping a test, because logrotate is not installed (Debian: logrotate)');

test.skipIf(!logrotate)('logrotate empties the log of a running process and loses no line [OPS-505]', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-logs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const logs = join(folder, 'logs');
  execFileSync('install', ['-d', '-m', '750', logs]);
  const log = join(logs, 'portico.log');
  // As systemd opens it for StandardOutput=append:.
  const open = openSync(log, 'a');
  onTestFinished(() => closeSync(open));
  writeSync(open, '{"line":1}\n');
  const file = join(folder, 'portico.conf');
  const example = readText('deploy/logrotate/portico');
  writeFileSync(file, example.replace('/var/log/portico/', `${logs}/`), { mode: 0o644 });
  const rotate = () => execFileSync(logrotate!, ['--force', '--state', join(folder, 'state'), file], { stdio: 'pipe' });
  rotate();
  expect(readFileSync(log, 'utf8')).toBe('');
  writeSync(open, '{"line":2}\n');
  expect(readFileSync(log, 'utf8')).toBe('{"line":2}\n');
  appendFileSync(log, '{"line":3}\n');
  rotate();
  const old = readdirSync(logs)
    .filter((name) => name.endsWith('.gz'))
    .toSorted();
  expect(old.map((name) => gunzipSync(readFileSync(join(logs, name))).toString())).toEqual([
    '{"line":2}\n{"line":3}\n',
    '{"line":1}\n',
  ]);
});
