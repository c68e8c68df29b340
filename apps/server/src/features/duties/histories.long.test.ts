import { test } from 'vitest';
import { assertNumbersAgree } from '../../testing/dutyHistories.ts';

test(
  'the number of open duties is the same on the page, in the to-do list, the daily email, the calendar and a recount, after 1,000 random histories [DUTY-009, DUTY-040]',
  () => assertNumbersAgree(1000),
  1_800_000,
);
