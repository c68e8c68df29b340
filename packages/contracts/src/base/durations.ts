/* A day has 24 hours here; days of a calendar can have 23 or 25. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
export const MINUTE_S = 60;
export const HOUR_S = 3600;
export const DAY_S = 86_400;
