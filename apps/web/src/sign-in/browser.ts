/** The ways out of this document. One object, so that tests can stand in for the browser's own `location`. */
export const browser = {
  assign: (address: string): void => location.assign(address),
  replace: (address: string): void => location.replace(address),
  reload: (): void => location.reload(),
};

/** Path, query and hash of the page that is open. */
export const currentPath = (): string => location.pathname + location.search + location.hash;
