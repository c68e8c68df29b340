import { DAY_MS } from '@portico/contracts/durations';
import { packageName, type LockedPackage } from '../checks/lockfile.ts';

/** When each package of package-lock.json was published: `name@version` -> instant. */
export type Dates = Record<string, string>;

/** A malicious release is usually found and removed within this time. */
export const MIN_AGE_DAYS = 7;

export const DATES_FILE = 'package-lock.dates.json';

/** Questions to npm at a time. */
const CONCURRENCY = 4;

/** Every package that the lock file takes from the registry, once and sorted. */
export function lockedPackages(lock: Record<string, LockedPackage>): Array<{ name: string; version: string }> {
  const entries = Object.entries(lock)
    .filter(([folder, { link }]) => folder.includes('node_modules/') && !link)
    .map(([folder, { name = packageName(folder), version = '' }]) => ({ name, version }));
  const byKey = new Map(entries.map((entry) => [keyOf(entry), entry]));
  return [...byKey.keys()].toSorted().map((key) => byKey.get(key)!);
}

/** What is wrong with the dates, one sentence each. */
export function datesProblems(lock: Record<string, LockedPackage>, dates: Dates, now: Date): string[] {
  const locked = new Set(lockedPackages(lock).map(keyOf));
  return [
    ...[...locked].filter((key) => dates[key] === undefined).map((key) => `${key} has no date`),
    ...Object.keys(dates)
      .filter((key) => !locked.has(key))
      .map((key) => `${key} has a date but is not in the lock file`),
    ...Object.entries(dates)
      .filter(([key, published]) => locked.has(key) && !isOldEnough(published, now))
      .map(([key, published]) => `${key} is younger than ${MIN_AGE_DAYS} days: ${published}`),
  ];
}

/**
 * The dates of the lock file: `known` without stale entries, and for packages without one, those that
 * `fetchTimes` returns: when each version of a package was published. Throws if a package is too young or has no date.
 */
export async function completeDates(
  lock: Record<string, LockedPackage>,
  known: Dates,
  { now, fetchTimes }: { now: Date; fetchTimes: (name: string) => Promise<Record<string, string>> },
): Promise<Dates> {
  const packages = lockedPackages(lock);
  const names = [...new Set(packages.filter((entry) => known[keyOf(entry)] === undefined).map(({ name }) => name))];
  const times = new Map<string, Record<string, string>>();
  for (let at = 0; at < names.length; at += CONCURRENCY) {
    const some = names.slice(at, at + CONCURRENCY);
    await Promise.all(some.map(async (name) => times.set(name, await fetchTimes(name))));
  }
  const dated = packages.flatMap(({ name, version }) => {
    const key = keyOf({ name, version });
    const published = times.get(name)?.[version];
    const date = known[key] ?? (published === undefined ? undefined : new Date(published).toISOString());
    return date === undefined ? [] : [[key, date] as const];
  });
  const dates = Object.fromEntries(dated);
  const problems = datesProblems(lock, dates, now);
  if (problems.length > 0) throw new Error(`${DATES_FILE} was not changed:\n  ${problems.join('\n  ')}`);
  return dates;
}

const keyOf = ({ name, version }: { name: string; version: string }) => `${name}@${version}`;

/** An unreadable date is not old enough. */
const isOldEnough = (published: string, now: Date) =>
  now.getTime() - new Date(published).getTime() >= MIN_AGE_DAYS * DAY_MS;
