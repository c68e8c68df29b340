import { dirname } from 'node:path';

/** The folder of the whole repository. */
export const root = dirname(import.meta.dirname);
