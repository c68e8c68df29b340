import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Not among the packages of the repository: its eighty own ones serve these rows alone. */
const PACKAGE = 'lighthouse@13.5.0';
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

interface Report {
  categories: { performance: { score: number | null } };
  runtimeError?: { message: string };
}

/**
 * Performance score of a page on a simulated phone, 0 to 100, in the browser that listens on this port and with its
 * cookies. Throws when Lighthouse can't be fetched or can't measure the page.
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
      '--disable-storage-reset',
      '--no-enable-error-reporting',
    ],
    { maxBuffer: MAX_OUTPUT_BYTES },
  );
  const { categories, runtimeError } = JSON.parse(stdout) as Report;
  if (categories.performance.score === null) throw new Error(runtimeError?.message ?? 'no score');
  return Math.round(100 * categories.performance.score);
}
