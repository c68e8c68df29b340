import { beforeEach, describe, expect, test, vi } from 'vitest';
import { RenewalError } from './silent/renewSilently.ts';
import { clearSession, saveSession } from './sessionCookies.ts';
import { watchSession } from './watchSession.ts';

const MINUTE = 60_000;
const session = (minutes: number) =>
  saveSession({ idToken: `id-${Math.random()}`, accessToken: 'access', lifetimeS: minutes * 60 });

/** Watches with everything recorded; `renew` adds an hour by default. */
function watch(renew: () => Promise<void> = async () => session(60), random = () => 0) {
  const told = { renewals: 0, ending: [] as (number | undefined)[], ended: 0 };
  const stop = watchSession(
    {
      renew: async () => {
        told.renewals += 1;
        await renew();
      },
      onEnding: (expiresAt) => told.ending.push(expiresAt),
      onEnded: () => {
        told.ended += 1;
      },
    },
    random,
  );
  stops.push(stop);
  return told;
}

const stops: (() => void)[] = [];
const pass = async (minutes: number) => await vi.advanceTimersByTimeAsync(minutes * MINUTE);
const fail = (isFinal: boolean) => async () => await Promise.reject(new RenewalError('no', { isFinal }));

function hide(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

describe('a session under watch', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    clearSession();
    return () => {
      for (const stop of stops.splice(0)) stop();
      vi.useRealTimers();
    };
  });

  test('is renewed five minutes before its end, and again before the next', async () => {
    session(60);
    const told = watch();
    await pass(54.9);
    expect(told.renewals).toBe(0);
    await pass(0.2);
    expect(told.renewals).toBe(1);
    await pass(55);
    expect(told.renewals).toBe(2);
    expect(told.ended).toBe(0);
    expect(told.ending.filter(Boolean)).toEqual([]);
  });

  test('is renewed up to a minute earlier, by chance, so that many tabs do not come together', async () => {
    session(60);
    const told = watch(undefined, () => 1);
    await pass(53.9);
    expect(told.renewals).toBe(0);
    await pass(0.2);
    expect(told.renewals).toBe(1);
  });

  test('that another tab has renewed is left alone', async () => {
    session(60);
    const told = watch();
    await pass(54);
    session(60);
    await pass(2);
    expect(told.renewals).toBe(0);
    await pass(53.5);
    expect(told.renewals).toBe(1);
  });

  test('whose renewal fails temporarily is retried every minute, and its end is announced two minutes ahead', async () => {
    session(60);
    const told = watch(fail(false));
    await pass(57.5);
    expect(told.renewals).toBe(3);
    expect(told.ending.filter(Boolean)).toEqual([]);
    await pass(1);
    expect(told.ending.filter(Boolean)).toHaveLength(1);
    await pass(2);
    expect(told.ended).toBe(1);
  });

  test('that the provider will not renew is not asked for again', async () => {
    session(60);
    const told = watch(fail(true));
    await pass(59);
    expect(told.renewals).toBe(1);
    expect(told.ending.filter(Boolean)).toHaveLength(1);
  });

  test('holds again when a late renewal succeeds', async () => {
    session(60);
    let failures = 4;
    const told = watch(async () => (failures-- > 0 ? await fail(false)() : session(60)));
    await pass(59.5);
    expect(told.ending.at(-1)).toBeUndefined();
    expect(told.ending.filter(Boolean)).toHaveLength(1);
    await pass(2);
    expect(told.ended).toBe(0);
  });

  test('that ended while the machine slept is noticed when the person returns, before any call fails [S8]', () => {
    session(60);
    const told = watch();
    vi.setSystemTime(Date.now() + 8 * 60 * MINUTE);
    hide('visible');
    expect(told.ended).toBe(1);
  });

  test('that ends behind other windows is announced when the person returns', async () => {
    session(60);
    const told = watch(fail(true));
    hide('hidden');
    await pass(61);
    expect(told.ended).toBe(0);
    hide('visible');
    expect(told.ended).toBe(1);
  });

  test('of half a minute is renewed within its time', async () => {
    session(0.5);
    const told = watch();
    await pass(0.4);
    expect(told.renewals).toBe(1);
  });

  test('of a month does not set off timers at once', async () => {
    session(60 * 24 * 30);
    const told = watch();
    await pass(60);
    expect(told).toMatchObject({ renewals: 0, ended: 0 });
  });

  test('is left alone after the watch stops', async () => {
    session(60);
    const told = watch();
    for (const stop of stops.splice(0)) stop();
    await pass(120);
    expect(told).toMatchObject({ renewals: 0, ended: 0 });
  });

  test('is renewed by one of several tabs only', async () => {
    const queue: Promise<unknown>[] = [Promise.resolve()];
    Object.defineProperty(navigator, 'locks', {
      configurable: true,
      value: {
        request: async (_: string, work: () => Promise<void>) => {
          const turn = queue.at(-1)!.then(work);
          queue.push(turn.catch(() => undefined));
          await turn;
        },
      },
    });
    session(60);
    const tabs = [watch(), watch(), watch()];
    await pass(56);
    expect(tabs.map((told) => told.renewals).reduce((sum, count) => sum + count)).toBe(1);
    Reflect.deleteProperty(navigator, 'locks');
  });
});
