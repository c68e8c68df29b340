/** Key for comparing names of departments and labels. Ignores case and surrounding or repeated whitespace. */
export const nameKey = (name: string): string => name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Whether two names denote the same department or label. */
export const sameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other);
