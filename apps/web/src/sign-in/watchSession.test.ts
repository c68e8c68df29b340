import { beforeEach, describe, expect, test, vi } from 'vitest';
import { RenewalError } from './silent/renewSilently.ts';
import { clearSession, saveSession } from './sessionCookies.ts';
import { watchSession } from './watchSession.ts';

const MINUTE = 60_000;
const session = (minutes: number) =>
  saveSession({ idToken: `id-${Math.random()}`, accessToken: 'access', lifetimeS: minutes * 60 });

/** Watches with everything recorded; `renew` adds an hour by default. */
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

  test('is renewed up to a minute earlier, by chance, so that many tabs do not come together', async () => {
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

  test('whose renewal fails temporarily is retried every minute, and its end is announced two minutes ahead', async () => {
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

  test('that the provider will not renew is not asked for again', async () => {
    session(60);
    const seen = watch(fail(true));
    await pass(59);
    expect(seen.renewals).toBe(1);
    expect(seen.ending.filter(Boolean)).toHaveLength(1);
  });

  test('holds again when a late renewal succeeds', async () => {
    session(60);
    let failures = 4;
    const seen = watch(async () => (failures-- > 0 ? await fail(false)() : session(60)));
    await pass(59.5);
    expect(seen.ending.at(-1)).toBeUndefined();
    expect(seen.ending.filter(Boolean)).toHaveLength(1);
    await pass(2);
    expect(seen.ended).toBe(0);
  });

  test('that ended while the machine slept is noticed when the person returns, before any call fails [S8]', () => {
    session(60);
    const seen = watch();
    vi.setSystemTime(Date.now() + 8 * 60 * MINUTE);
    hide('visible');
    expect(seen.ended).toBe(1);
  });

  test('that ends behind other windows is announced when the person returns', async () => {
    session(60);
    const seen = watch(fail(true));
    hide('hidden');
    await pass(61);
    expect(seen.ended).toBe(0);
    hide('visible');
    expect(seen.ended).toBe(1);
  });

  test('of half a minute is renewed within its time', async () => {
    session(0.5);
    const seen = watch();
    await pass(0.4);
    expect(seen.renewals).toBe(1);
  });

  test('of a month is renewed five minutes before its end too, not when the longest timer has run', async () => {
    session(30 * 24 * 60);
    const seen = watch();
    await pass(30 * 24 * 60 - 6);
    expect([seen.renewals, seen.ending.filter(Boolean)]).toEqual([0, []]);
    await pass(2);
    expect(seen.renewals).toBe(1);
  });

  test('is left alone after the watch stops', async () => {
    session(60);
    const seen = watch();
    for (const stop of stops.splice(0)) stop();
    await pass(120);
    expect(seen).toMatchObject({ renewals: 0, ended: 0 });
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
    expect(tabs.map((seen) => seen.renewals).reduce((sum, count) => sum + count)).toBe(1);
    Reflect.deleteProperty(navigator, 'locks');
  });
});
