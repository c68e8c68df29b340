import { expect, test } from 'vitest';
import { completeDates, datesProblems } from './dates.ts';

const now = new Date('2026-11-28T12:00:00Z');
const WEEK_OLD = '2026-11-21T12:00:00.000Z';
const YOUNGER = '2026-11-21T12:00:00.001Z';
const lock = {
  '': { version: '0.1.0' },
  'apps/web': { version: '0.1.0' },
  'node_modules/@portico/web': { resolved: 'apps/web', link: true },
  'node_modules/pg': { version: '8.22.0' },
  'node_modules/@scope/parser': { version: '2.0.0' },
  'node_modules/pg/node_modules/@scope/parser': { version: '1.0.0' },
  'node_modules/alias': { name: 'renamed', version: '3.0.0' },
};
const dates = {
  '@scope/parser@1.0.0': WEEK_OLD,
  '@scope/parser@2.0.0': WEEK_OLD,
  'pg@8.22.0': WEEK_OLD,
  'renamed@3.0.0': WEEK_OLD,
};

const without = (missing: string) => Object.fromEntries(Object.entries(dates).filter(([key]) => key !== missing));

/** Fails when asked about a package that already has its date. */
const neverAsked = (name: string) => Promise.reject(new Error(`npm was asked about ${name}`));

test('a package that was published exactly a week ago is accepted, and a younger one is named [OPS-469]', () => {
  expect(datesProblems(lock, dates, now)).toEqual([]);
  expect(datesProblems(lock, { ...dates, 'pg@8.22.0': YOUNGER }, now)).toEqual([
    `pg@8.22.0 is younger than 7 days: ${YOUNGER}`,
  ]);
  expect(datesProblems(lock, { ...dates, 'pg@8.22.0': 'soon' }, now)).toEqual([
    'pg@8.22.0 is younger than 7 days: soon',
  ]);
});

test('a package without a date and a date without its package are named [OPS-469]', () => {
  const incomplete = without('renamed@3.0.0');
  expect(datesProblems(lock, { ...incomplete, 'pg@8.21.0': WEEK_OLD }, now)).toEqual([
    'renamed@3.0.0 has no date',
    'pg@8.21.0 has a date but is not in the lock file',
  ]);
});

test('dates are asked only for packages that have none, and stale ones are dropped [OPS-469]', async () => {
  const known = without('@scope/parser@1.0.0');
  const asked: string[] = [];
  const fetchTimes = async (name: string) => {
    asked.push(name);
    return { created: YOUNGER, '1.0.0': '2026-11-21T14:00:00+02:00', '2.0.0': YOUNGER, '9.0.0': YOUNGER };
  };
  const complete = await completeDates(lock, { ...known, 'pg@8.21.0': WEEK_OLD }, { now, fetchTimes });
  expect(Object.entries(complete)).toEqual(Object.entries(dates));
  expect(asked).toEqual(['@scope/parser']);
  expect(await completeDates(lock, dates, { now, fetchTimes: neverAsked })).toEqual(dates);
});

test('a lock file with a young package, or one that npm does not know, gets no dates [OPS-469]', async () => {
  const known = without('pg@8.22.0');
  const complete = (times: Record<string, string>) =>
    completeDates(lock, known, { now, fetchTimes: () => Promise.resolve(times) });
  await expect(complete({ '8.22.0': YOUNGER })).rejects.toThrow(`pg@8.22.0 is younger than 7 days: ${YOUNGER}`);
  await expect(complete({ '8.21.0': WEEK_OLD })).rejects.toThrow('pg@8.22.0 has no date');
  await expect(completeDates(lock, known, { now, fetchTimes: neverAsked })).rejects.toThrow('npm was asked about pg');
});
