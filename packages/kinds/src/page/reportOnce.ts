const reported = new Set<string>();

/** Logs to the console that part of a page is missing, and why; once for each `what`. */
export function reportOnce(what: string, why = ''): void {
  if (reported.has(what)) return;
  reported.add(what);
  // oxlint-disable-next-line no-console -- readers see the rest of the page; the console says why a part is missing
  console.warn(`${what} was left out${why && `: ${why}`}.`);
}
