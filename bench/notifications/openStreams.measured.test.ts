import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDatabase } from '@portico/server/testing/testDatabase';
import { expect, onTestFinished, test } from 'vitest';
import { measureStreams } from './openStreams.ts';

/** Three times the value in docs/operations-reference.md, because garbage collection can run at any time. */
const MAX_MB = 60;

test('a thousand open event streams take little memory, and announcements reach the right ones within a second', async () => {
  const { url } = await testDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'portico-streams-'));
  const stops: Array<() => Promise<void>> = [() => rm(folder, { recursive: true, force: true })];
  onTestFinished(async () => {
    for (const stop of stops.toReversed()) await stop();
  });
  const { streams, beforeMb, openMb, oneMs } = await measureStreams(
    { url, folder },
    { streams: 1000, settleMs: 1500 },
    (stop) => stops.push(stop),
  );
  expect(streams).toBe(1000);
  expect(openMb - beforeMb).toBeLessThan(MAX_MB);
  expect(oneMs).toBeLessThan(1000);
}, 60_000);
