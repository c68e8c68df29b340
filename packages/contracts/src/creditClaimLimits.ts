// Plain values: pages that need them load no schemas.

/** Characters of a title or a provider. */
export const MAX_CLAIM_TEXT = 200;
export const MAX_CLAIM_REASON = 1000;
/** Of one person and one year, without those that are withdrawn. */
export const MAX_CLAIMS_PER_YEAR = 100;
export const MAX_CREDIT_FILE_BYTES = 5 * 1024 * 1024;
