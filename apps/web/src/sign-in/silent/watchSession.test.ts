import { beforeEach, describe, expect, test, vi } from 'vitest';
import { clearSession, saveSession } from '../sessionCookies.ts';
import { RenewalError, watchSession } from './watchSession.ts';

const MINUTE = 60_000;
const session = (minutes: number) =>
  saveSession({ idToken: `id-${Math.random()}`, accessToken: 'access', lifetimeS: minutes * 60 });

/** Watches the session and records all events; `renew` adds an hour by default. */
function watch(renew: () => Promise<void> = async () => session(60), random = () => 0) {
  const seen = { renewals: 0, ending: [] as (number | undefined)[], ended: 0 };
  const stop = watchSession(
    {
      renew: async () => {
        seen.renewals += 1;
        await renew();
      },
      onEnding: (expiresAt) => seen.ending.push(expiresAt),
      onEnded: () => {
        seen.ended += 1;
      },
    },
    random,
  );
  stops.push(stop);
  return seen;
}

const stops: (() => void)[] = [];
const pass = async (minutes: number) => await vi.advanceTimersByTimeAsync(minutes * MINUTE);
const fail = (isFinal: boolean) => async () => await Promise.reject(new RenewalError('no', { isFinal }));

function hide(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

describe('a watched session', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    clearSession();
    return () => {
      for (const stop of stops.splice(0)) stop();
      vi.useRealTimers();
    };
  });

  test('is renewed five minutes before its end, and again before the new end', async () => {
    session(60);
    const seen = watch();
    await pass(54.9);
    expect(seen.renewals).toBe(0);
    await pass(0.2);
    expect(seen.renewals).toBe(1);
    await pass(55);
    expect(seen.renewals).toBe(2);
    expect(seen.ended).toBe(0);
    expect(seen.ending.filter(Boolean)).toEqual([]);
  });

  test('is renewed up to a minute earlier at random, to spread many tabs over time', async () => {
    session(60);
    const seen = watch(undefined, () => 1);
    await pass(53.9);
    expect(seen.renewals).toBe(0);
    await pass(0.2);
    expect(seen.renewals).toBe(1);
  });

  test('that another tab has renewed is left alone', async () => {
    session(60);
    const seen = watch();
    await pass(54);
    session(60);
    await pass(2);
    expect(seen.renewals).toBe(0);
    await pass(53.5);
    expect(seen.renewals).toBe(1);
  });

  test('retries a failed renewal every minute, and warns two minutes before its end', async () => {
    session(60);
    const seen = watch(fail(false));
    await pass(57.5);
    expect(seen.renewals).toBe(3);
    expect(seen.ending.filter(Boolean)).toEqual([]);
    await pass(1);
    expect(seen.ending.filter(Boolean)).toHaveLength(1);
    await pass(2);
    expect(seen.ended).toBe(1);
  });

  test('is not retried if the provider refuses to renew it', async () => {
    session(60);
    const seen = watch(fail(true));
    await pass(59);
    expect(seen.renewals).toBe(1);
    expect(seen.ending.filter(Boolean)).toHaveLength(1);
  });

  test('withdraws the warning when a late renewal succeeds', async () => {
    session(60);
    let failures = 4;
    const seen = watch(async () => (failures-- > 0 ? await fail(false)() : session(60)));
    await pass(59.5);
    expect(seen.ending.at(-1)).toBeUndefined();
    expect(seen.ending.filter(Boolean)).toHaveLength(1);
    await pass(2);
    expect(seen.ended).toBe(0);
  });

  test('that ended while the computer slept is detected when the user returns, before any call fails [S8]', () => {
    session(60);
    const seen = watch();
    vi.setSystemTime(Date.now() + 8 * 60 * MINUTE);
    hide('visible');
    expect(seen.ended).toBe(1);
  });

  test('that ends while the page is hidden is reported when the user returns', async () => {
    session(60);
    const seen = watch(fail(true));
    hide('hidden');
    await pass(61);
    expect(seen.ended).toBe(0);
    hide('visible');
    expect(seen.ended).toBe(1);
  });

  test('of half a minute is renewed before it ends', async () => {
    session(0.5);
    const seen = watch();
    await pass(0.4);
    expect(seen.renewals).toBe(1);
  });

  test('of a month, longer than the longest timer, is renewed five minutes before its end too', async () => {
    session(30 * 24 * 60);
    const seen = watch();
    await pass(30 * 24 * 60 - 6);
    expect([seen.renewals, seen.ending.filter(Boolean)]).toEqual([0, []]);
    await pass(2);
    expect(seen.renewals).toBe(1);
  });

  test('is left alone after watching stops', async () => {
    session(60);
    const seen = watch();
    for (const stop of stops.splice(0)) stop();
    await pass(120);
    expect(seen).toMatchObject({ renewals: 0, ended: 0 });
  });

  test('is renewed by only one of several tabs', async () => {
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
    expect(tabs.map((seen) => seen.renewals).reduce((sum, count) => sum + count)).toBe(1);
    Reflect.deleteProperty(navigator, 'locks');
  });
});
