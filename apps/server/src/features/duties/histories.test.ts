import { test } from 'vitest';
import { assertNumbersAgree } from '../../testing/dutyHistories.ts';

test('the number of open duties is the same on the page, in the to-do list, the daily email, the calendar and a recount, after 24 random histories [DUTY-009, DUTY-040]', async () => {
  await assertNumbersAgree(24);
});
