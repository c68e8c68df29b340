import { expect, onTestFinished, test } from 'vitest';
import { setStage } from './stage.ts';

test(
  'the servers that npm run bench:calls compares give the same answers to the same calls, the raw one from one statement each',
  { timeout: 60_000 },
  async () => {
    const stops: Array<() => Promise<void>> = [];
    onTestFinished(async () => {
      for (const stop of stops.toReversed()) await stop();
    });
    const { bytes } = await setStage(
      { news: 60, events: 20 },
      () => {},
      (stop) => stops.push(stop),
    );
    expect(Object.values(bytes).map((length) => length > 100)).toEqual([true, true, true, true]);
  },
);
