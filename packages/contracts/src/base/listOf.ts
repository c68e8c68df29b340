/** The list, or an empty one for anything else: stored and unfinished content is not always what its type says. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
