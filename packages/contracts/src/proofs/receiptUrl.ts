/** Beside the code that verifies receipts, because pages only link to them. */
export const RECEIPT_EXTENSION = '.tlog-proof';

/** Path of the receipt of the person's own proof with this number; the browser's token cookies authorize it. */
export const receiptUrl = (number: number): string => `/media/proofs/${number}${RECEIPT_EXTENSION}`;
