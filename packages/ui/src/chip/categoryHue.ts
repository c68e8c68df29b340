/**
 * Hue in degrees (0 to 359) of a category's color. A name always has the same hue, regardless of case and surrounding
 * whitespace; lightness and chroma are fixed in tokens.css (`[data-category]`). FNV-1a, 32 bit.
 */
export function categoryHue(name: string): number {
  let hash = 0x811c9dc5;
  for (const char of name.trim().toLowerCase()) {
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  }
  // The low bits of FNV are poorly mixed for short names that differ in one letter.
  hash ^= hash >>> 15;
  return (hash >>> 0) % 360;
}
