import { join } from 'node:path';

// Not `new URL`, which in a test with a page is the page's class.
const DIST = join(import.meta.dirname, '../../../dist');

/**
 * The folder of the built server, if this test run built it from the current sources. The variable names the folder,
 * because copies of the repository that tests make have no build.
 */
export const builtServer = process.env['PORTICO_BUILT_SERVER'] === DIST ? DIST : undefined;
