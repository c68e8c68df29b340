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
      fc.asyncProperty(typingSteps(writers), (steps) => typeAtRandom(writers, steps)),
      { numRuns, seed: SEED, endOnFailure: true },
    );
    expect.hasAssertions();
  },
);

test('undo and redo only own letters, while both type, and end up with the same text [COWRITE-006, COWRITE-010]', async () => {
  console.log(`seed ${SEED}`);
  await fc.assert(fc.asyncProperty(undoSteps, undoAtRandom), { numRuns: 3000, seed: SEED, endOnFailure: true });
  expect.hasAssertions();
});
