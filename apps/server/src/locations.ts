// A build is in `dist` next to `src`, so most relative paths are the same from both.
const isBuild = !import.meta.url.endsWith('.ts');

/** The folder of the whole installation, with the packages. */
export const ROOT = new URL('../../../', import.meta.url);

/** The built front end. */
export const WEB_ROOT = new URL('../../web/dist/', import.meta.url);

/** The SQL files of the schema. */
export const MIGRATIONS = new URL('../src/db/migrations/', import.meta.url);

/** The page that verifies receipts without the portal. */
export const VERIFY_PAGE = new URL('docs/verify-receipts.html', ROOT);

/** English words, one per line, after a license. */
export const ENGLISH_WORDS = new URL('../src/media/reading/englishWords.txt', import.meta.url);

/** Programs that run outside the main thread, with their source: processes that read files, and worker threads. */
export const programs = {
  searchThread: './features/search/searchThread.ts',
  readingProcess: './media/reading/readingProcess.ts',
  recognizingProcess: './media/recognizing/recognizingProcess.ts',
  cleaningProcess: './media/pictures/cleaningProcess.ts',
  drawingProcess: './media/pictures/drawingProcess.ts',
  processGuard: './media/process/processGuard.ts',
} as const;

/** The file to run for one of `programs`: its source, or the file next to this one in a build. */
export const programFile = (name: keyof typeof programs): URL =>
  new URL(isBuild ? `./${name}.js` : programs[name], import.meta.url);
