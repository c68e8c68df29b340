import { MINUTE_MS } from '@portico/contracts/durations';
import { MAX_WATCH_GAP_MS, WATCH_REPORT_MS } from '@portico/contracts/watching';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countReport, hasWatchedAll, NOTHING_WATCHED, type WatchingChance, type WatchingTerms } from './countWatch.ts';

const START = 1_000_000;
const film: WatchingTerms = { what: 'Film', minutes: 20, checks: 2, answerSeconds: 60, opensAt: 0, closesAt: null };

/** A check comes as early as it can, and has the next number as its id. */
const early = (): WatchingChance => {
  let ids = 0;
  return { newId: () => `check-${(ids += 1)}`, between: (low) => low };
};

/** Watches with one page, `seconds` at a time, from `START`. */
function viewer(terms: WatchingTerms, chance = early()) {
  let watch = NOTHING_WATCHED;
  let now = START;
  const send = (more: Partial<Parameters<typeof countReport>[1]>) => {
    watch = countReport(watch, { now, watchId: 'page', hasMoreTime: false, ...more }, terms, chance);
    return watch;
  };
  send({ isStart: true, isWatching: true });
  return {
    send,
    wait: (ms: number) => {
      now += ms;
    },
    report: (ms = WATCH_REPORT_MS, more = {}) => {
      now += ms;
      return send({ isWatching: true, ...more });
    },
    answer: (more = {}) => send({ checkId: watch.check!.id, ...more }),
    now: () => watch,
  };
}
const withoutChecks = { ...film, checks: 0 };

test('time counts between two reports that are close, up to the longest gap, and not beyond it [CREDIT-091]', () => {
  expect(viewer(withoutChecks).report(MAX_WATCH_GAP_MS).countedMs).toBe(MAX_WATCH_GAP_MS);
  const late = viewer(withoutChecks);
  expect(late.report(MAX_WATCH_GAP_MS + 1).countedMs).toBe(0);
  // After a lost connection, it goes on.
  expect(late.report().countedMs).toBe(WATCH_REPORT_MS);
});

test('a pause counts until it is reported, and nothing counts until the person goes on [CREDIT-091]', () => {
  const { report } = viewer(withoutChecks);
  expect(report(10_000, { isWatching: false }).countedMs).toBe(10_000);
  expect(report(20_000, { isWatching: false }).countedMs).toBe(10_000);
  expect(report(20_000).countedMs).toBe(10_000);
  expect(report(20_000).countedMs).toBe(30_000);
});

test('a report that is repeated or comes too soon adds nothing and writes nothing [CREDIT-092]', () => {
  const { report, now } = viewer(withoutChecks);
  report();
  const before = now();
  for (let again = 0; again < 20; again += 1) expect(report(0)).toBe(before);
  expect(report(WATCH_REPORT_MS).countedMs).toBe(2 * WATCH_REPORT_MS);
});

test('a clock that goes back makes no time count twice [CREDIT-092]', () => {
  const { report, wait, send } = viewer(withoutChecks);
  expect(report(20_000).countedMs).toBe(20_000);
  wait(-10_000);
  expect(send({ isStart: true, isWatching: true }).countedMs).toBe(20_000);
  expect(report(20_000).countedMs).toBe(30_000);
});

test('starting again does not count the time since the last report [CREDIT-092]', () => {
  for (const watchId of ['page', 'other']) {
    const { report, wait, send } = viewer(withoutChecks);
    report();
    wait(20_000);
    expect(send({ isStart: true, isWatching: true, watchId }).countedMs).toBe(WATCH_REPORT_MS);
    expect(report(10_000, { watchId }).countedMs).toBe(WATCH_REPORT_MS + 10_000);
  }
});

test('a page that another one took over from adds nothing [CREDIT-092]', () => {
  const { report, send, now } = viewer(withoutChecks);
  report();
  send({ isStart: true, isWatching: true, watchId: 'other' });
  const before = now();
  expect(report()).toBe(before);
  expect(report(0, { watchId: 'other' }).countedMs).toBe(2 * WATCH_REPORT_MS);
});

test('nothing counts while a check waits, and it goes on from the answer [CREDIT-093]', () => {
  const { report, answer, now } = viewer(film);
  // The first check is as early as it can be.
  expect(now().check).toEqual({ id: 'check-1', openedAt: START });
  expect(report(30_000)).toMatchObject({ countedMs: 0, isCounting: false });
  expect(answer()).toMatchObject({ answered: 1, check: null, isCounting: false });
  report(5000);
  expect(report().countedMs).toBe(WATCH_REPORT_MS);
});

test('a check that is missed takes back what came after the last answered one, and ends the watch [CREDIT-093]', () => {
  const { report, answer, now, send } = viewer(film);
  answer();
  report(0);
  while (now().check === null) report();
  // The second check is in the second half.
  expect(now().countedMs).toBe(10 * MINUTE_MS);
  const id = now().check!.id;
  expect(report(60_000).check).not.toBeNull();
  expect(report(1)).toMatchObject({ countedMs: 0, answered: 1, missed: 1, watchId: null, check: null });
  // Too late.
  expect(send({ checkId: id })).toMatchObject({ answered: 1, missed: 1 });
  expect(send({ isStart: true, isWatching: true })).toMatchObject({ watchId: 'page', nextCheckMs: 10 * MINUTE_MS });
});

test('people who need it have ten times as long to answer [CREDIT-094]', () => {
  const { wait, answer, now } = viewer(film);
  wait(600_000);
  expect(answer({ hasMoreTime: true })).toMatchObject({ answered: 1, missed: 0 });
  const late = viewer(film);
  late.wait(600_001);
  expect(late.answer({ hasMoreTime: true })).toMatchObject({ answered: 0, missed: 1 });
  expect(now().check).toBeNull();
});

test('each check is somewhere in its own part of the required time [CREDIT-093]', () => {
  const asked: Array<[number, number]> = [];
  const chance = {
    newId: () => 'check',
    between: (low: number, high: number) => {
      asked.push([low, high]);
      return high - 1;
    },
  };
  const { report, answer, now } = viewer(film, chance);
  while (!hasWatchedAll(now(), film)) {
    if (now().check) answer();
    report();
  }
  expect(asked).toEqual([
    [0, 10 * MINUTE_MS],
    [10 * MINUTE_MS, 20 * MINUTE_MS],
  ]);
  expect(now().countedMs).toBe(20 * MINUTE_MS);
});

test('of a meeting, only the time from its start to its end counts [CREDIT-091]', () => {
  const { report } = viewer({ ...withoutChecks, opensAt: START + 10_000, closesAt: START + 40_000 });
  expect(report(20_000).countedMs).toBe(10_000);
  expect(report(30_000)).toMatchObject({ countedMs: 30_000, isCounting: false });
  expect(report(20_000).countedMs).toBe(30_000);
});

test('whatever pages send, no more counts than has passed on the server’s clock while one of them watched [CREDIT-092]', () => {
  const step = fc.record({
    ms: fc.integer({ min: -5000, max: 60_000 }),
    watchId: fc.constantFrom('one', 'two'),
    isStart: fc.boolean(),
    isWatching: fc.boolean(),
    answers: fc.boolean(),
    hasMoreTime: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 0, max: 3 }), (steps, checks) => {
      const terms = { ...film, minutes: 6, checks };
      const chance = { newId: () => 'check', between: (low: number, high: number) => Math.floor((low + high) / 2) };
      let watch = NOTHING_WATCHED;
      let now = START;
      // A clock can be behind from the beginning.
      let [earliest, latest] = [START, START];
      for (const { ms, answers, ...report } of steps) {
        now += ms;
        [earliest, latest] = [Math.min(earliest, now), Math.max(latest, now)];
        const checkId = answers && watch.check ? { checkId: watch.check.id } : {};
        const next = countReport(watch, { now, ...report, ...checkId }, terms, chance);
        expect(next.countedMs).toBeLessThanOrEqual(latest - earliest);
        expect(next.countedMs - watch.countedMs).toBeLessThanOrEqual(MAX_WATCH_GAP_MS);
        if (!watch.isCounting) expect(next.countedMs).toBeLessThanOrEqual(watch.countedMs);
        if (next.check) expect(next.isCounting).toBe(false);
        expect(next.confirmedMs).toBeLessThanOrEqual(next.countedMs);
        watch = next;
      }
    }),
  );
});
