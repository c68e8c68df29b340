// Plain values: pages that need them load no schemas.

/** How long before the start of an event people can check in with its code. */
export const CHECK_IN_OPENS_MINUTES = 30;
