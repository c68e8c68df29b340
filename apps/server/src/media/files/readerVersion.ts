/** Raised when the reader finds words that it missed before: files read by an earlier version are then read again. */
export const READER_VERSION = 5;
