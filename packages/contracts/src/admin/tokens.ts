import { z } from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';
import { writtenText } from '../base/writtenText.ts';

/** Prefix of every API token, so that secret scanners find tokens in repositories and logs. */
export const API_TOKEN_PREFIX = 'portico_token_';

/** What a token can be used for: `scim` provisions people and groups, the others read content that is for everyone. */
export const tokenScopes = [
  'scim',
  'read:news',
  'read:events',
  'read:resources',
  'read:documents',
  'read:search',
] as const;
export const TokenScope = z.enum(tokenScopes);
export type TokenScope = z.infer<typeof TokenScope>;

export const MAX_TOKEN_DAYS = 366;
export const MAX_TOKEN_NAME = 100;
/** Maximum number of tokens that are neither revoked nor expired. */
export const MAX_ACTIVE_TOKENS = 100;

/** A single line of visible text. */
const TokenName = writtenText(MAX_TOKEN_NAME).check(z.regex(/^[^\p{C}]*$/u));

/** A token without its secret, which cannot be shown again. */
export const ApiToken = z.object({
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(TokenScope),
  /** The last characters of the secret, to tell tokens apart. */
  ending: z.string(),
  owner: z.object({ name: z.nullable(z.string()), isDisabled: z.boolean() }),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Accurate to the minute. */
  lastUsedAt: z.nullable(z.iso.datetime()),
  revokedAt: z.nullable(z.iso.datetime()),
});
export type ApiToken = z.infer<typeof ApiToken>;

export const listApiTokens = endpoint({
  method: 'GET',
  path: '/api/v1/admin/tokens',
  summary: 'API tokens of other systems, newest first; those that ended more than a year ago are left out',
  access: 'admin',
  response: z.object({ items: z.array(ApiToken) }),
});
/** Throws `conflict` when there are too many tokens. */
export const createApiToken = endpoint({
  method: 'POST',
  path: '/api/v1/admin/tokens',
  summary: 'Creates an API token; only this response contains its secret',
  access: 'admin',
  body: z.object({
    name: TokenName,
    scopes: z.array(TokenScope).check(z.minLength(1), z.maxLength(tokenScopes.length)),
    expiresInDays: z.int().check(z.minimum(1), z.maximum(MAX_TOKEN_DAYS)),
  }),
  response: z.object({ token: ApiToken, secret: z.string() }),
});
/** The first call succeeds; later ones throw `not_found`. */
export const revokeApiToken = endpoint({
  method: 'DELETE',
  path: '/api/v1/admin/tokens/:tokenId',
  summary: 'Revokes an API token: its next call is rejected',
  access: 'admin',
  params: z.object({ tokenId: z.uuid() }),
});
