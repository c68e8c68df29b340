import { createHash } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import type { TokenPair } from '../sign-in/authentication.ts';
import { TEST_AUDIENCE, TEST_CLIENT_ID, type SigningKey } from './testIssuer.ts';
import type { TestPortal } from './testPortal.ts';

type Claims = Record<string, unknown>;

/** Changes to a valid pair; undefined removes a claim or header field. */
export interface PairChanges {
  id?: Claims;
  access?: Claims;
  idHeader?: Claims;
  accessHeader?: Claims;
  idKey?: SigningKey;
  accessKey?: SigningKey;
  /** Changes both tokens alike. */
  both?: Claims;
  bothHeader?: Claims;
  bothKey?: SigningKey;
}

/** A valid pair of tokens except for the changes. */
export async function tokenPair({ issuer, clock }: TestPortal, changes: PairChanges = {}): Promise<TokenPair> {
  const now = Math.floor(clock.now.getTime() / 1000);
  const common = { iss: issuer.issuer, sub: 'ana', iat: now, exp: now + 3600, ...changes.both };
  const accessToken = await issuer.sign(
    { ...common, aud: TEST_AUDIENCE, client_id: TEST_CLIENT_ID, scope: 'openid', ...changes.access },
    { typ: 'at+jwt', ...changes.bothHeader, ...changes.accessHeader },
    changes.accessKey ?? changes.bothKey,
  );
  const idToken = await issuer.sign(
    { ...common, aud: TEST_CLIENT_ID, nonce: 'n', at_hash: accessTokenHash(accessToken), ...changes.id },
    { typ: 'JWT', ...changes.bothHeader, ...changes.idHeader },
    changes.idKey ?? changes.bothKey,
  );
  return { idToken, accessToken };
}

/** The claim as RS256, ES256 and PS256 tokens have it. */
export function accessTokenHash(accessToken: string): string {
  return createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url');
}

const encode = (part: unknown): string =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');

/** A token with any header, claims and signature. */
export function forgeToken(
  header: unknown,
  claims: unknown,
  sign: (input: string) => Buffer | string = () => '',
): string {
  const input = `${encode(header)}.${encode(claims)}`;
  const signature = sign(input);
  return `${input}.${typeof signature === 'string' ? signature : signature.toString('base64url')}`;
}

/** The claims of a token, unchecked. */
export function claimsOf(token: string): Claims {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims;
}

/** Requests the current user with this pair. */
export function askWith({ portal }: TestPortal, { idToken, accessToken }: TokenPair): Promise<LightMyRequestResponse> {
  return portal.inject({
    url: '/api/v1/users/current',
    headers: { authorization: `Bearer ${accessToken}`, 'id-token': idToken },
  });
}
