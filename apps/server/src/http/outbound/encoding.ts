/*
 * Outgoing calls accept no compressed responses: decoders of old versions of Node have had vulnerabilities, and `fetch`
 * offers and decodes Brotli whether or not we ask for it. Calls therefore use `node:http`, which decodes nothing.
 * Source: decisions/0226.
 */

/** A header of every outgoing call. Without it, servers may choose any encoding. */
export const ACCEPT_NO_ENCODING = { 'accept-encoding': 'identity' } as const;
