/**
 * Text as a name for storage: ASCII letters and digits with separators, at most 60 characters. Empty if the text has
 * none.
 */
export function storedName(text: string, separator: '-' | '_'): string {
  const parts = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return (parts ?? []).join(separator).slice(0, 60);
}
