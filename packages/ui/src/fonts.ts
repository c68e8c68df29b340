import serifLatin from '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2?url';
import sansLatin from '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2?url';

/** Addresses of the two font files that every page needs at once, for `<link rel="preload" as="font" crossorigin>`. */
export const preloadFonts: readonly string[] = [sansLatin, serifLatin];
