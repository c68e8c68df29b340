/**
 * How docs/install.md and `npm start` run Node. Garbage is collected early and in small steps, both young and old: a
 * crowd then takes hardly more memory than the usual callers (bench/overload.measured.test.ts), and no call takes
 * longer.
 */
export const NODE_ARGUMENTS = ['--max-semi-space-size=6', '--heap-growing-percent=32'];

/** The same for memory outside the heap: glibc otherwise retains free memory for each thread. */
export const NODE_ENVIRONMENT = { MALLOC_ARENA_MAX: '1' };
