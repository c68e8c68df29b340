/** At most `max` characters of a text, with an ellipsis if it was longer. */
export const shortened = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max - 1).toWellFormed()}…` : text;
