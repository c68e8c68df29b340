import { installedBrokers } from '@portico/server/testing/services/brokers';
import { openBroker } from '@portico/server/testing/services/testBroker';
import { describe, test } from 'vitest';
import { expectInTime, KILLS, openPortal, PER_KILL_MS } from './testing/killedPortal.ts';

test(
  'an open page shows what was published right before one of two processes was killed, and its notice once, within ten seconds [OPS-255, JOB-007]',
  { timeout: KILLS * PER_KILL_MS },
  async () => expectInTime(await openPortal(2), KILLS),
);

describe.each(installedBrokers())('through $name', (program) => {
  test(
    'an open page shows what was published right before one of two processes was killed, and its notice once, within ten seconds [OPS-255, JOB-007]',
    { timeout: KILLS * PER_KILL_MS },
    async () => {
      const { url } = await openBroker(program);
      await expectInTime(await openPortal(2, { PUSH_URL: url }), KILLS);
    },
  );
});
