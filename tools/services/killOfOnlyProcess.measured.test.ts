import { installedBrokers } from '@portico/server/testing/services/brokers';
import { openBroker } from '@portico/server/testing/services/testBroker';
import { describe, expect, test } from 'vitest';
import { signIn } from '../upgrade/traffic.ts';
import { expectInTime, KILLS, LIMIT_MS, openPage, openPortal, PER_KILL_MS, publish } from './testing/killedPortal.ts';

test(
  'an open page shows what was published right before its only process was killed, and its notice once, ten seconds after the restart at the latest [OPS-255, JOB-007]',
  { timeout: KILLS * PER_KILL_MS },
  async () => expectInTime(await openPortal(1), KILLS),
);

describe.each(installedBrokers())('through $name', (program) => {
  test(
    'an open page shows what was published right before its only process was killed, and its notice once, within ten seconds [OPS-255, JOB-007]',
    { timeout: KILLS * PER_KILL_MS },
    async () => {
      const { url } = await openBroker(program);
      await expectInTime(await openPortal(1, { PUSH_URL: url }), KILLS);
    },
  );
});

test(
  'a page hears a publication within ten seconds after several restarts in a row [OPS-256]',
  { timeout: 120_000 },
  async () => {
    const portal = await openPortal(1);
    const page = await openPage(portal);
    const edda = await signIn(portal.issuer, 'edda', ['editor']);
    for (let restart = 0; restart < 4; restart += 1) {
      const [server] = portal.servers;
      server!.process.kill('SIGKILL');
      await server!.ended;
      await portal.restart(server!);
    }
    const readyAt = performance.now();
    await publish(edda, portal.servers[0]!.url, 'After the restarts');
    await expect.poll(() => page.news.has('After the restarts'), { timeout: 60_000, interval: 20 }).toBe(true);
    expect(page.news.get('After the restarts')! - readyAt).toBeLessThan(LIMIT_MS);
  },
);
