import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Fetched on demand: only these rows need it, and it has eighty dependencies. */
const PACKAGE = 'lighthouse@13.5.0';
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
/** Lighthouse would wait for the event stream, which stays open. */
const MAX_LOAD_MS = 15_000;
const TIMEOUT_MS = 120_000;

interface Report {
  categories: { performance: { score: number | null } };
  runtimeError?: { message: string };
}

/**
 * Performance score of a page on a simulated phone, 0 to 100, in the browser with this debugging port and with its
 * cookies. Throws if Lighthouse can't be fetched, can't measure the page, or takes more than two minutes.
 */
export async function lighthouseScore(address: string, port: number): Promise<number> {
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      '--yes',
      PACKAGE,
      address,
      `--port=${port}`,
      '--output=json',
      '--quiet',
      '--only-categories=performance',
      `--max-wait-for-load=${MAX_LOAD_MS}`,
      '--disable-storage-reset',
      '--no-enable-error-reporting',
    ],
    { maxBuffer: MAX_OUTPUT_BYTES, timeout: TIMEOUT_MS },
  );
  const { categories, runtimeError } = JSON.parse(stdout) as Report;
  if (categories.performance.score === null) throw new Error(runtimeError?.message ?? 'no score');
  return Math.round(100 * categories.performance.score);
}
