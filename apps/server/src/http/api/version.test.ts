import { expect, test } from 'vitest';
import { getVersion } from '@portico/contracts/version';
import { z } from 'zod/mini';
import { sharedPortal } from '../../testing/testPortal.ts';

const shared = sharedPortal();

test('the version is public [BUILD-007]', async () => {
  const answer = await shared().portal.inject('/api/v1/version');
  expect(answer.statusCode).toBe(200);
  expect(z.safeParse(getVersion.response, answer.json()).success).toBe(true);
});
