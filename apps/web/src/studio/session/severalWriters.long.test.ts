import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { typeAtRandom, typingSteps, undoAtRandom, undoSteps } from '../testing/randomTyping.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A failure prints its seed; set it here to repeat the run. Looking for a shorter case would take minutes. */
const SEED = Number(process.env.PORTICO_TYPING_SEED ?? Date.now() % 2 ** 31);

test.each([
  [2, 1500],
  [3, 1500],
  [5, 400],
  [8, 200],
])(
  'keep every key of %i writers, whatever they type and however bad their connections are [COWRITE-004]',
  async (writers, numRuns) => {
    console.log(`seed ${SEED}`);
    await fc.assert(
      fc.asyncProperty(typingSteps(writers), async (steps) => void (await typeAtRandom(writers, steps))),
      { numRuns, seed: SEED, endOnFailure: true },
    );
    expect.hasAssertions();
  },
);

test.each([
  [2, 1000],
  [3, 1000],
  [5, 300],
  [8, 150],
])(
  'keep every key of %i writers in a long text, of which some send only what differs, while servers restart [COWRITE-041]',
  async (writers, numRuns) => {
    console.log(`seed ${SEED}`);
    let sum = 0;
    await fc.assert(
      fc.asyncProperty(typingSteps(writers, { faults: true }), async (steps) => {
        sum += (await typeAtRandom(writers, steps, { isLong: true })).splices;
      }),
      { numRuns, seed: SEED, endOnFailure: true },
    );
    expect(sum).toBeGreaterThan(numRuns);
  },
);

test('undo and redo only own letters, while both type, and end up with the same text [COWRITE-006, COWRITE-010]', async () => {
  console.log(`seed ${SEED}`);
  for (const isLong of [false, true])
    await fc.assert(
      fc.asyncProperty(undoSteps, (steps) => undoAtRandom(steps, { isLong })),
      { numRuns: isLong ? 1000 : 3000, seed: SEED, endOnFailure: true },
    );
  expect.hasAssertions();
});
