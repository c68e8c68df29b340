import { createHash } from 'node:crypto';
import { decodeProtectedHeader, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import type { ErrorCode } from '@portico/contracts/errors';
import type { Config } from '../config.ts';
import { PortalError } from '../errors.ts';

/** How many seconds the provider's clock may differ from ours. Source: TRUST T3. */
const CLOCK_TOLERANCE_S = 30;
const MAX_TOKEN_LENGTH = 8192;

export interface TokenRules {
  issuer: string;
  clientId: string;
  /** Accepted `aud` of access tokens; empty means the client id. */
  audiences: string[];
  algorithms: string[];
  /** True if the provider returns both tokens in the address: `at_hash` must then bind them together. */
  requiresAccessTokenHash: boolean;
  keyFor: JWTVerifyGetKey;
}

/** The rules of the settings. */
export const tokenRules = (config: Config, keyFor: JWTVerifyGetKey): TokenRules => ({
  issuer: config.OIDC_ISSUER,
  clientId: config.OIDC_CLIENT_ID,
  audiences: config.OIDC_AUDIENCE,
  algorithms: config.OIDC_ALGORITHMS,
  requiresAccessTokenHash: config.SIGN_IN_MODE === 'implicit',
  keyFor,
});

export interface VerifiedPair {
  issuer: string;
  subject: string;
  /** When the first of the two tokens expires, in seconds since 1970. */
  expiresAt: number;
  idClaims: JWTPayload;
  accessClaims: JWTPayload;
}

const tokenName = { id: 'identity token', access: 'access token' } as const;
type TokenUse = keyof typeof tokenName;

/**
 * Checks both tokens and that they belong together. Source: OIDC Core 3.1.3.7 and 3.2.2.9, RFC 9068, RFC 8725, TRUST
 * T1-T7. Throws PortalError with a `token_…` code, or `unavailable` if the keys cannot be fetched.
 */
export async function verifyTokenPair(
  tokens: { idToken: string; accessToken: string },
  rules: TokenRules,
  now: Date,
): Promise<VerifiedPair> {
  if (tokens.idToken === tokens.accessToken) throw new PortalError('token_use', 'The same token was sent twice.');
  const [idClaims, accessClaims] = await Promise.all([
    verifyToken(tokens.idToken, 'id', rules, now),
    verifyToken(tokens.accessToken, 'access', rules, now),
  ]);
  assertIdTokenIsOurs(idClaims, rules.clientId);
  assertAccessTokenIsOurs(accessClaims, rules);
  if (idClaims.sub !== accessClaims.sub)
    throw new PortalError('token_subject', 'The two tokens belong to different people.');
  const isTied = idClaims['at_hash'] !== undefined || rules.requiresAccessTokenHash;
  if (isTied && idClaims['at_hash'] !== accessTokenHash(tokens.accessToken, tokens.idToken))
    throw new PortalError('token_subject', 'The identity token was issued with another access token.');
  return {
    issuer: rules.issuer,
    subject: idClaims.sub as string,
    expiresAt: Math.min(idClaims.exp as number, accessClaims.exp as number) + CLOCK_TOLERANCE_S,
    idClaims,
    accessClaims,
  };
}

async function verifyToken(token: string, use: TokenUse, rules: TokenRules, now: Date): Promise<JWTPayload> {
  const type = headerType(token, use, rules);
  const claims = await verifySignature(token, use, rules, now);
  assertClaims(claims, use, now);
  assertUse(claims, type, use);
  return claims;
}

/** The token's `typ`, after checking everything else in its header. */
function headerType(token: string, use: TokenUse, rules: TokenRules): 'jwt' | 'at+jwt' {
  const what = tokenName[use];
  if (token.length > MAX_TOKEN_LENGTH || token.split('.').length !== 3)
    throw new PortalError('token_malformed', `The ${what} is not a signed token.`);
  let header;
  try {
    header = decodeProtectedHeader(token);
  } catch (cause) {
    throw new PortalError('token_malformed', `The ${what} cannot be read.`, { cause });
  }
  if (typeof header.alg !== 'string' || !rules.algorithms.includes(header.alg))
    throw new PortalError('token_algorithm', `The ${what} is not signed with ${rules.algorithms.join(' or ')}.`);
  if (header.crit !== undefined) throw new PortalError('token_malformed', `The ${what} has unsupported header fields.`);
  if (header.kid !== undefined && (typeof header.kid !== 'string' || header.kid.length > 256))
    throw new PortalError('token_malformed', `The ${what} has no valid key ID.`);
  const type =
    typeof (header.typ ?? '') === 'string' ? (header.typ ?? 'JWT').toLowerCase().replace(/^application\//, '') : '';
  if (type !== 'jwt' && type !== 'at+jwt')
    throw new PortalError('token_use', `The ${what} is of a type that is not accepted here.`);
  return type;
}

const codeOfFailure: Array<[new (...args: never[]) => Error, ErrorCode, string]> = [
  [errors.JWTExpired, 'token_expired', 'has expired'],
  [errors.JWSSignatureVerificationFailed, 'token_signature', 'has a signature that does not fit'],
  [errors.JOSEAlgNotAllowed, 'token_algorithm', 'is signed in a way that is not accepted'],
  [errors.JWSInvalid, 'token_malformed', 'is not a signed token'],
  [errors.JWTInvalid, 'token_malformed', 'has no claims that can be read'],
];

async function verifySignature(token: string, use: TokenUse, rules: TokenRules, now: Date): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, rules.keyFor, {
      algorithms: rules.algorithms,
      issuer: rules.issuer,
      requiredClaims: ['exp', 'iat', 'sub'],
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: now,
    });
    return payload;
  } catch (error) {
    if (error instanceof PortalError) throw error;
    const rejection = codeOfFailure.find(([kind]) => error instanceof kind);
    if (rejection) throw new PortalError(rejection[1], `The ${tokenName[use]} ${rejection[2]}.`, { cause: error });
    if (error instanceof errors.JWTClaimValidationFailed) {
      const code =
        error.claim === 'iss'
          ? 'token_issuer'
          : error.claim === 'nbf' && error.reason === 'check_failed'
            ? 'token_not_active'
            : 'token_malformed';
      throw new PortalError(code, `The ${tokenName[use]} has an invalid claim ${error.claim}.`, { cause: error });
    }
    // jose reports keys that do not fit the algorithm as TypeError. Any other error is the token's fault too.
    throw new PortalError('token_signature', `The ${tokenName[use]} cannot be verified.`, { cause: error });
  }
}

function assertClaims(claims: JWTPayload, use: TokenUse, now: Date): void {
  const what = tokenName[use];
  // JSON can write numbers that are infinite here, such as 1e999.
  for (const name of ['exp', 'iat', 'nbf'] as const)
    if (claims[name] !== undefined && !Number.isSafeInteger(claims[name]))
      throw new PortalError('token_malformed', `The ${what} has an invalid claim ${name}.`);
  if (typeof claims.iat !== 'number' || claims.iat < 0 || claims.iat > now.getTime() / 1000 + CLOCK_TOLERANCE_S)
    throw new PortalError('token_not_active', `The ${what} was issued in the future.`);
  if (typeof claims.sub !== 'string' || !isCleanSubject(claims.sub))
    throw new PortalError('token_malformed', `The ${what} has no valid subject.`);
}

/**
 * No control characters, lone surrogates, line breaks or surrounding whitespace, so that two different subjects never
 * look the same or are stored as the same.
 */
function isCleanSubject(subject: string): boolean {
  return /^[^\p{C}\p{Zl}\p{Zp}]{1,255}$/u.test(subject) && subject.trim() === subject;
}

/** Claims of one kind of token. Some providers add those of access tokens to identity tokens, never the reverse. */
const marks: Record<TokenUse, string[]> = {
  id: ['nonce', 'at_hash', 'c_hash', 's_hash'],
  access: ['scope', 'scp', 'client_id', 'cid', 'appid'],
};

/**
 * A token's declared use decides. Without one, a token with a mark of an identity token is one, even if its provider
 * also adds the client or the scope; any other token is an access token if it has a mark of one.
 */
function assertUse(claims: JWTPayload, type: 'jwt' | 'at+jwt', use: TokenUse): void {
  const has = (names: string[]) => names.some((name) => claims[name] !== undefined);
  const statedUses = [claims['token_use'], keycloakUse(claims['typ']), type === 'at+jwt' ? 'access' : undefined].filter(
    (stated) => stated !== undefined,
  );
  const fits =
    statedUses.length > 0
      ? statedUses.every((stated) => stated === use)
      : use === 'id'
        ? has(marks.id) || !has(marks.access)
        : has(marks.access) && !has(marks.id);
  if (!fits) throw new PortalError('token_use', `The ${tokenName[use]} is in the wrong place.`);
}

/** Keycloak writes the use of a token into a claim `typ`. */
function keycloakUse(typ: unknown): string | undefined {
  if (typ === undefined) return undefined;
  return typ === 'ID' ? 'id' : typ === 'Bearer' ? 'access' : 'other';
}

function audienceList(claims: JWTPayload): string[] {
  const audience = claims.aud === undefined ? [] : [claims.aud].flat();
  if (audience.some((entry) => typeof entry !== 'string'))
    throw new PortalError('token_malformed', 'A token has no valid audience.');
  return audience;
}

function assertIdTokenIsOurs(claims: JWTPayload, clientId: string): void {
  const audience = audienceList(claims);
  const party = claims['azp'];
  if (
    !audience.includes(clientId) ||
    (party !== undefined && party !== clientId) ||
    (audience.length > 1 && party !== clientId)
  )
    throw new PortalError('token_audience', 'The identity token is meant for another application.');
}

/** The claims in which providers name the client of an access token, if at all. */
const clientClaims = ['client_id', 'azp', 'cid', 'appid'];

function assertAccessTokenIsOurs(claims: JWTPayload, rules: TokenRules): void {
  const accepted = rules.audiences.length > 0 ? rules.audiences : [rules.clientId];
  const audience = audienceList(claims);
  const clients = clientClaims.map((name) => claims[name]).filter((value) => value !== undefined);
  const isForUs = audience.length > 0 ? audience.some((entry) => accepted.includes(entry)) : clients.length > 0;
  const hasForeignAudience = audience.some((entry) => !accepted.includes(entry));
  if (!isForUs || clients.some((client) => client !== rules.clientId) || (hasForeignAudience && clients.length === 0))
    throw new PortalError('token_audience', 'The access token is meant for another application.');
}

/**
 * The left half of the hash of the access token, by the hash algorithm of the ID token's signature. Source: OIDC Core
 * 3.2.2.9.
 */
function accessTokenHash(accessToken: string, idToken: string): string {
  const { alg = '' } = decodeProtectedHeader(idToken);
  const digest = createHash(`sha${alg.slice(-3)}`)
    .update(accessToken, 'ascii')
    .digest();
  return digest.subarray(0, digest.length / 2).toString('base64url');
}
