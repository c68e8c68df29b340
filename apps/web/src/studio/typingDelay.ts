/** How long after the last typed letter a list is searched. */
export const TYPING_DELAY_MS = 250;
