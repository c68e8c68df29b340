/** The terms of an answer as one text. */
export const termsLabel = (terms: readonly string[]): string => terms.join(' · ');
