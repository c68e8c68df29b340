/**
 * Portal paths whose page is a content page: made of components and maintained by editors. Source: spec §2, READINGS
 * (pages).
 */
export const contentPagePaths = [
  '/support',
  '/applications',
  '/accounts',
  '/records',
  '/compensation',
  '/community',
  '/explore',
  '/onboarding',
] as const;
