import { test } from 'vitest';
import { assertHiddenItemsAreInNoAnswer } from '../testing/visibility/everyRead.ts';

test(
  'in twelve portals with random items, hidden ones appear in no response: not listed, counted, found, suggested, named or in feeds [A1, A2, A3, A4, AUDIENCE-001]',
  () => assertHiddenItemsAreInNoAnswer(12),
  1_800_000,
);
