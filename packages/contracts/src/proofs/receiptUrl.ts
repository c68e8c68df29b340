import { RECEIPT_EXTENSION } from './receipts.ts';

/** Path of a receipt of the person's own; the browser's token cookies authorize it. */
export const receiptUrl = (number: number): string => `/media/proofs/${number}${RECEIPT_EXTENSION}`;
