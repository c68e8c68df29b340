/** The ways to leave this document. One object, so that tests can replace the browser's `location`. */
export const browser = {
  assign: (address: string): void => location.assign(address),
  replace: (address: string): void => location.replace(address),
  reload: (): void => location.reload(),
};

/** Path, query and hash of the current page. */
export const currentPath = (): string => location.pathname + location.search + location.hash;
