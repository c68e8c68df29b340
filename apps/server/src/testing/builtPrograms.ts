import { programs } from '../locations.ts';
import { builtServer } from './processes/builtServer.ts';

/*
 * A Vitest setup file: threads and processes of the server run what was built, as in production, if this run has built
 * it. Loading their sources takes five times as much CPU time, and many tests start one.
 */
if (builtServer !== undefined)
  Object.assign(programs, Object.fromEntries(Object.keys(programs).map((name) => [name, `../dist/${name}.js`])));
