import { randomUUID } from 'node:crypto';
import { createLiveTopics } from '@portico/client/liveTopics';
import { announce } from '@portico/server/push/announce';
import { freePort, startChildServer } from '@portico/server/testing/processes/childServer';
import { testDatabase } from '@portico/server/testing/testDatabase';
import { startTestIssuer } from '@portico/server/testing/testIssuer';
import { expect, onTestFinished, test } from 'vitest';

test(
  'a browser reconnects to a killed and restarted server, refetches, and gets new changes within a second [R5, B3]',
  { timeout: 90_000 },
  async () => {
    const database = await testDatabase();
    const issuer = await startTestIssuer();
    onTestFinished(() => issuer.close());
    const tokens = await issuer.tokens({ sub: `ana-${randomUUID()}` });
    const port = await freePort();
    const start = () => startChildServer({ databaseUrl: database.url, issuer, port });
    const first = await start();

    let announced = 0;
    const stop = createLiveTopics({ baseUrl: first.url, tokens: () => tokens, random: () => 0 }).onTopic(
      'notifications',
      () => {
        announced += 1;
      },
    );
    onTestFinished(stop);
    const hearsWithinASecond = async () => {
      const before = announced;
      await announce(database.db, 'notifications', 'everybody');
      await expect.poll(() => announced, { timeout: 1000, interval: 20 }).toBeGreaterThan(before);
    };
    await expect
      .poll(
        async () => {
          await announce(database.db, 'notifications', 'everybody');
          return announced;
        },
        { timeout: 20_000, interval: 300 },
      )
      .toBeGreaterThan(0);
    await hearsWithinASecond();

    first.process.kill('SIGKILL');
    await first.ended;
    const before = announced;
    await announce(database.db, 'notifications', 'everybody');
    await start();
    await expect.poll(() => announced, { timeout: 30_000, interval: 100 }).toBeGreaterThan(before);
    await hearsWithinASecond();
  },
);
