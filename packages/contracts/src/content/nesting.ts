/**
 * Components inside components, at most this deep. Apart from the schemas, which pages that only show content do not
 * load.
 */
export const MAX_NESTING = 4;
