/** Words as a name that is stored: ASCII letters and digits, at most 60 of them. Empty when the words have none. */
export function storedName(words: string, separator: '-' | '_'): string {
  const parts = words
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return (parts ?? []).join(separator).slice(0, 60);
}
