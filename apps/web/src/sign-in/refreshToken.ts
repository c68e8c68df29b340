/** Only in memory: it lives longer than a session, and storage would outlive the page. A reload loses it. */
let current: string | undefined;

export const storeRefreshToken = (token: string | undefined): void => {
  current = token;
};

export const readRefreshToken = (): string | undefined => current;
