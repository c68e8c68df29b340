/** Rises when the reader finds words that it did not find before: files that were read earlier are then read again. */
export const READER_VERSION = 2;
