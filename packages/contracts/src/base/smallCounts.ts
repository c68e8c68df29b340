/** Fewer people or searches than this are not counted in any response, because one could guess who they are. */
export const MIN_SHOWN_COUNT = 5;
