import { MAX_WATCH_GAP_MS, MORE_TIME, WATCH_REPORT_MS, type WatchingRule } from '@portico/contracts/watching';
import { MINUTE_MS } from '@portico/contracts/durations';

/** What a person has watched of an event. Instants and durations are in milliseconds. */
export interface Watch {
  countedMs: number;
  /** The part of it that is before the last answered check. */
  confirmedMs: number;
  answered: number;
  missed: number;
  /** The page that counts. */
  watchId: string | null;
  /** When the page last reported; null if none did. */
  reportedAt: number | null;
  /** Whether the time since then counts. */
  isCounting: boolean;
  /** Where the next check is, in counted time; null until it is planned, and after the last one. */
  nextCheckMs: number | null;
  check: { id: string; openedAt: number } | null;
}

/** Of somebody who has watched nothing yet. */
export const NOTHING_WATCHED: Watch = {
  countedMs: 0,
  confirmedMs: 0,
  answered: 0,
  missed: 0,
  watchId: null,
  reportedAt: null,
  isCounting: false,
  nextCheckMs: null,
  check: null,
};

export interface WatchingTerms extends WatchingRule {
  opensAt: number;
  /** Null for films. */
  closesAt: number | null;
}

/** What a page sends. */
export interface WatchingReport {
  now: number;
  watchId: string;
  hasMoreTime: boolean;
  isStart?: boolean;
  isWatching?: boolean;
  /** The check that is answered. */
  checkId?: string;
}

/** Chance, so that tests can do without it. */
export interface WatchingChance {
  newId: () => string;
  /** From `low`, inclusive, to `high`, exclusive. */
  between: (low: number, high: number) => number;
}

/** Reports that follow faster add nothing, and are not worth writing. */
const MIN_GAP_MS = WATCH_REPORT_MS / 3;

export const hasWatchedAll = (
  { countedMs, answered }: Pick<Watch, 'countedMs' | 'answered'>,
  { minutes, checks }: Pick<WatchingRule, 'minutes' | 'checks'>,
): boolean => countedMs >= minutes * MINUTE_MS && answered >= checks;

/**
 * The watch after a report; the same object if nothing changes. Only time on the server's clock between two reports
 * of the same page counts, so a report that is repeated, forged or sent by a second page adds nothing. Source:
 * decisions/0370.
 */
export function countReport(watch: Watch, report: WatchingReport, terms: WatchingTerms, chance: WatchingChance): Watch {
  // Requests can overtake each other, and the clocks of servers differ; time never goes back.
  const now = Math.max(report.now, watch.reportedAt ?? 0);
  const known = missCheck(watch, { ...report, now }, terms);
  if (report.checkId !== undefined) return answerCheck(known, report.checkId);
  if (!report.isStart && known.watchId !== report.watchId) return known;
  const isSame = !report.isStart && report.isWatching === true && known.isCounting;
  if (isSame && now - known.reportedAt! < MIN_GAP_MS) return known;
  const running = report.isStart ? { ...known, watchId: report.watchId, isCounting: false } : known;
  const next = openCheck(planCheck(countTime(running, now, terms), terms, chance), now, chance);
  const isOpen = terms.closesAt === null || now < terms.closesAt;
  const isCounting = report.isWatching === true && next.check === null && isOpen && !hasWatchedAll(next, terms);
  return { ...next, reportedAt: now, isCounting };
}

/** A check that is not answered in time takes back what was counted since the last answered one, and ends the watch. */
function missCheck(watch: Watch, { now, hasMoreTime }: WatchingReport, { answerSeconds }: WatchingTerms): Watch {
  const limitMs = answerSeconds * 1000 * (hasMoreTime ? MORE_TIME : 1);
  if (watch.check === null || now - watch.check.openedAt <= limitMs) return watch;
  return {
    ...watch,
    countedMs: watch.confirmedMs,
    missed: watch.missed + 1,
    watchId: null,
    nextCheckMs: null,
    check: null,
  };
}

function answerCheck(watch: Watch, checkId: string): Watch {
  if (watch.check?.id !== checkId) return watch;
  return {
    ...watch,
    confirmedMs: watch.countedMs,
    answered: watch.answered + 1,
    nextCheckMs: null,
    check: null,
  };
}

function countTime(watch: Watch, now: number, { opensAt, closesAt }: WatchingTerms): Watch {
  const { isCounting, reportedAt } = watch;
  if (!isCounting || reportedAt === null || now - reportedAt > MAX_WATCH_GAP_MS) return watch;
  const elapsed = Math.min(now, closesAt ?? now) - Math.max(reportedAt, opensAt);
  return { ...watch, countedMs: watch.countedMs + Math.max(0, elapsed) };
}

/** Each part of the required time, one for each check, has its check somewhere. */
function planCheck(watch: Watch, { minutes, checks }: WatchingTerms, { between }: WatchingChance): Watch {
  const { nextCheckMs, answered, countedMs } = watch;
  if (nextCheckMs !== null || answered >= checks) return watch;
  const part = (minutes * MINUTE_MS) / checks;
  const low = Math.max(countedMs, Math.ceil(answered * part));
  const high = Math.max(Math.floor((answered + 1) * part), low + MINUTE_MS);
  return { ...watch, nextCheckMs: between(low, high) };
}

function openCheck(watch: Watch, now: number, { newId }: WatchingChance): Watch {
  const { check, nextCheckMs, countedMs } = watch;
  if (check !== null || nextCheckMs === null || countedMs < nextCheckMs) return watch;
  return { ...watch, check: { id: newId(), openedAt: now } };
}
