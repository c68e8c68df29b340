const reported = new Set<string>();

/** Tells whoever looks into the console that something of a page is missing, and why: once for each `what`. */
export function reportOnce(what: string, why = ''): void {
  if (reported.has(what)) return;
  reported.add(what);
  // oxlint-disable-next-line no-console -- the person sees the rest of the page; whoever looks into it should find why
  console.warn(`${what} was left out${why && `: ${why}`}.`);
}
