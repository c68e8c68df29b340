import { expect, test } from 'vitest';
import { droppedLabel } from './droppedLabel.ts';

test('what a paste left behind is one sentence, and nothing where all of it came along [STUDIO-211]', () => {
  expect(droppedLabel([])).toBeUndefined();
  expect(
    droppedLabel([
      { what: 'unsafeLink', count: 2 },
      { what: 'frame', count: 1 },
      { what: 'tooMuch', count: 7 },
    ]),
  ).toBe('Left out: 2 links with unsafe addresses, 1 embedded page, and everything beyond the size limit.');
});
