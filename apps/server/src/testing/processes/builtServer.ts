import { fileURLToPath } from 'node:url';

const DIST = fileURLToPath(new URL('../../../dist', import.meta.url));

/**
 * The folder of the built server, if this run of the tests has built it from the present sources: the variable names
 * the folder, because a copy of the repository that a test makes has no build of its own.
 */
export const builtServer = process.env['PORTICO_BUILT_SERVER'] === DIST ? DIST : undefined;
