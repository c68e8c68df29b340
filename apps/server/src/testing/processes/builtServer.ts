import { join } from 'node:path';

// Not `new URL`, which in a test with a page is the page's class.
const DIST = join(import.meta.dirname, '../../../dist');

/**
 * The folder of the built server, if this run of the tests has built it from the present sources: the variable names
 * the folder, because a copy of the repository that a test makes has no build of its own.
 */
export const builtServer = process.env['PORTICO_BUILT_SERVER'] === DIST ? DIST : undefined;
