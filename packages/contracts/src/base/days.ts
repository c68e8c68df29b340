// Plain values: pages that need them load no schemas.

/** The first and the last day that people can mean: other years are typing errors, such as `0026-12-01`. */
export const FIRST_DAY = '1900-01-01';
export const LAST_DAY = '2199-12-31';

/** Whether a day or an instant (`yyyy-MM-dd…`) has a year that people can mean. */
export const hasPlausibleYear = (text: string): boolean => {
  const day = text.slice(0, LAST_DAY.length);
  return day >= FIRST_DAY && day <= LAST_DAY;
};

/** A function, because a text that is put together at once would load this file's importers with every page. */
export const wrongYear = (): string => `The year must be between ${FIRST_DAY.slice(0, 4)} and ${LAST_DAY.slice(0, 4)}`;
