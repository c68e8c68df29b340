/** How names of departments and labels are compared: case and blanks around them make no other one. */
export const nameKey = (name: string): string => name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Whether two names of departments or labels mean the same. */
export const sameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other);
