import { describe, expect, onTestFinished, test } from 'vitest';
import { getHealth } from '@portico/contracts/admin/health';
import { getCurrentUser } from '@portico/contracts/users';
import type { Config } from '../config.ts';
import { checkPush } from '../doctor/pushCheck.ts';
import { installedBrokers } from '../testing/services/brokers.ts';
import { listen } from '../testing/rawHttp.ts';
import { openGreetedStream } from '../testing/streamReader.ts';
import { openBroker } from '../testing/services/testBroker.ts';
import { testPortal } from '../testing/testPortal.ts';
import { announce } from './announce.ts';
import { connectBroker } from './broker.ts';

describe.each(installedBrokers())('$name', (program) => {
  test('fails no request and no write while it is down, and afterward every page refetches what it missed [OPS-252, OPS-255]', async () => {
    const broker = await openBroker(program);
    const { portal, as, db } = await testPortal({ env: { PUSH_URL: broker.url } });
    const stream = await openGreetedStream(`http://127.0.0.1:${await listen(portal)}`, await as('ana').headers());
    const pushOf = async () => (await as('adam').call(getHealth, {})).parts.find(({ part }) => part === 'push');
    const metric = async () => /^portico_push_connected (\d)$/m.exec((await portal.inject('/metrics')).body)?.[1];
    expect([(await pushOf())?.finding, await metric()]).toEqual(['pushConnected', '1']);
    broker.signal('SIGKILL');
    await expect.poll(pushOf).toMatchObject({ state: 'degraded', finding: 'brokerLost' });
    expect(await metric()).toBe('0');
    expect((await portal.inject('/readyz')).statusCode).toBe(200);
    const { id } = await db.selectFrom('users').select('id').where('subject', '=', 'ana').executeTakeFirstOrThrow();
    await announce(db, 'todo', id);
    await as('ana').call(getCurrentUser, {});
    await broker.restart();
    await expect.poll(() => stream.topics).toEqual(['hello', 'todo']);
    await announce(db, 'forms', id);
    await expect.poll(() => stream.topics.at(-1)).toBe('forms');
  });

  test('is abandoned if it freezes, and pages switch to polling [OPS-252]', async () => {
    const broker = await openBroker(program);
    const { portal, as } = await testPortal({ env: { PUSH_URL: broker.url } });
    await openGreetedStream(`http://127.0.0.1:${await listen(portal)}`, await as('ana').headers());
    broker.signal('SIGSTOP');
    await expect
      .poll(async () => (await as('adam').call(getHealth, {})).parts.find(({ part }) => part === 'push')?.finding, {})
      .toBe('brokerLost');
    broker.signal('SIGCONT');
    await expect
      .poll(async () => (await as('adam').call(getHealth, {})).parts.find(({ part }) => part === 'push')?.finding, {})
      .toBe('pushConnected');
  });

  test('carries unknown messages without disturbing anyone [OPS-252]', async () => {
    const { url } = await openBroker(program);
    const { portal, as, db, parts } = await testPortal({ env: { PUSH_URL: url } });
    const stream = await openGreetedStream(`http://127.0.0.1:${await listen(portal)}`, await as('ana').headers());
    const stranger = await connectBroker(url, parts.config.PUBLIC_URL);
    onTestFinished(stranger.close);
    const session = 'x';
    for (const text of ['', '{', '[]', '{"session":1}']) await stranger.publish(text);
    for (const payload of [
      '',
      '{"topic":"hello","to":"everybody"}',
      '{"topic":"newer","to":"everybody"}',
      '{"topic":"forms","to":"everybody","at":"twelve"}',
      '{}',
    ])
      await stranger.publish(JSON.stringify({ session, channel: 'portico_push', payload }));
    await stranger.publish(JSON.stringify({ session, channel: 'other', payload: '{"topic":"forms"}' }));
    const detail = { json: '{"forged":true}', departments: [null] };
    const payload = JSON.stringify({ topic: 'studio', to: 'everybody', detail });
    await stranger.publish(JSON.stringify({ session, channel: 'portico_push', payload }));
    await announce(db, 'todo', 'everybody');
    await expect.poll(() => stream.topics.filter((topic) => topic !== 'hello').toSorted()).toEqual(['studio', 'todo']);
    expect(stream.details()).toEqual([]);
  });

  test('is checked by doctor, which reports a wrong password or an unreachable broker [OPS-254]', async () => {
    const { url } = await openBroker(program);
    const check = async (pushUrl: string) =>
      checkPush({ PUSH_URL: pushUrl, PUBLIC_URL: 'http://localhost:3000' } as Config);
    expect(await check(url)).toMatchObject([{ status: 'OK', what: expect.stringContaining('and back') as string }]);
    const wrong = await check(url.replace('p%40ss', 'wrong'));
    expect(wrong).toMatchObject([{ status: 'problem' }]);
    expect(JSON.stringify(wrong)).not.toContain('p@ss');
    expect(await check(`${program.name}://127.0.0.1:1`)).toMatchObject([
      { status: 'problem', advice: expect.stringContaining('Nothing listens there') as string },
    ]);
  });
});

test('without PUSH_URL, doctor does not mention a broker, and none is needed [OPS-251]', async () => {
  expect(await checkPush({ PUSH_URL: undefined, PUBLIC_URL: 'http://localhost:3000' } as Config)).toEqual([]);
});
