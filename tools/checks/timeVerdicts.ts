/** Tests that judge time or start what takes long, and pictures for docs, which judge nothing. */
const OTHERS = /\.(?:measured|services)\.test\.tsx?$|^e2e\/\w+\/measured\/|(?:^|\/)screenshots\.spec\.ts$/;

/** Whether the tests of the file, or those that it helps, run while other steps keep the machine busy. */
export const sharesMachine = (path: string): boolean =>
  /\.(?:test\.tsx?|spec\.ts)$|^e2e\/support\//.test(path) && !OTHERS.test(path);

export interface Limits {
  /** How long Vitest waits for a whole test. */
  testMs: number;
  /** How long a wait in a test may take. */
  waitMs: number;
}

const ELAPSED = String.raw`(?:performance|Date)\.now\(\)\s*-|Math\.abs\([^;]*-\s*(?:performance|Date)\.now\(\)`;
/** `const waited = performance.now() - begun`, `waits.push(…)` and `longest = Math.max(longest, …)`. */
const STORED = new RegExp(String.raw`(?:(\w+)\s*=|(\w+)\.push\()[^;=]*?(?:${ELAPSED})`, 'g');
const UPPER_BOUND = /\bexpect\(([^;]*?)\)\s*\.toBeLessThan(?:OrEqual)?\(/g;
const TIMEOUT = /\b(testTimeout|hookTimeout|timeout):\s*([\d_]+)/g;
/** The limit of a journey. */
const JOURNEY_LIMIT = /\.setTimeout\(([\d_]+)\)/g;
/** The end of a Vitest test or hook that has its own limit. */
const LAST_ARGUMENT = /^\s*\},\s*([\d_]{4,})\);$/gm;
/** Such as `vi.waitFor(() => …)`: without a limit, it waits for a second. */
const SHORT_WAIT = /\bvi\.wait(?:For|Until)\((?:(?!\bwaitMs\b)[^;])*;/g;
/** Its short attempts are repeated until one passes. */
const REPEATED = /\bexpect\(async \(\) => \{(?:(?!\.toPass\()[\s\S])*?\}\)\.toPass\(/g;
/** An attempt that may fail. */
const CAUGHT = /\btimeout:\s*[\d_]+[^;]*?\.catch\(/g;

/** Every place in a test whose verdict depends on how fast the machine is, with what it says. */
export function timeVerdicts(text: string, { testMs, waitMs }: Limits): string[] {
  const single = text.replaceAll(REPEATED, '').replaceAll(CAUGHT, '');
  const stored = new Set([...single.matchAll(STORED)].map(([, assigned, pushed]) => assigned ?? pushed!));
  const isElapsed = (actual: string) =>
    new RegExp(ELAPSED).test(actual) || [...actual.matchAll(/\w+/g)].some(([name]) => stored.has(name));
  return [
    ...[...single.matchAll(UPPER_BOUND)].filter(([, actual]) => isElapsed(actual!)),
    ...[...single.matchAll(TIMEOUT)].filter(([, name, ms]) => toMs(ms!) < (name === 'timeout' ? waitMs : testMs)),
    ...[...single.matchAll(JOURNEY_LIMIT)].filter(([, ms]) => toMs(ms!) < testMs),
    ...[...single.matchAll(LAST_ARGUMENT)].filter(([, ms]) => toMs(ms!) < testMs),
    ...single.matchAll(SHORT_WAIT),
  ].map(([found]) => found.replaceAll(/\s+/g, ' ').trim());
}

export const toMs = (literal: string): number => Number(literal.replaceAll('_', ''));
