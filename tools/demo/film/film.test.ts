import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../root.ts';
import { DURATION, frameAt, scenes } from './scenes.ts';

test('each scene of the demo’s film has a caption that starts with it and ends before the next scene', () => {
  const seconds = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const cues = [
    ...readFileSync(join(root, 'demo/files/account-travels.vtt'), 'utf8').matchAll(/^([\d:.]+) --> ([\d:.]+)$/gm),
  ].map(([, from, to]) => [seconds(from!), seconds(to!)] as const);
  expect(cues).toHaveLength(scenes.length);
  for (const [index, { from }] of scenes.entries()) {
    expect(cues[index]![0] - from, String(index)).toBeLessThanOrEqual(0.5);
    expect(cues[index]![0]).toBeGreaterThanOrEqual(from);
    expect(cues[index]![1]).toBeLessThanOrEqual(scenes[index + 1]?.from ?? DURATION);
  }
});

test('a frame of the demo’s film shows only the scene of its moment', () => {
  expect(frameAt(9)).toContain('Day 0 · We compare');
  expect(frameAt(9)).not.toContain('Day 1 · The request');
  expect(frameAt(DURATION - 0.1)).toContain('(617) 555-0124');
});
