import { sign as signBytes } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { TestPortal } from './testPortal.ts';
import { askWith, claimsOf, forgeToken, tokenPair, type PairChanges } from './tokenPairs.ts';

/** Expects a 401 with problem details and a challenge that reveals nothing about how the server works. */
export function expectRejection(answer: LightMyRequestResponse, code?: string): void {
  expect(answer.statusCode, answer.body).toBe(401);
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(answer.headers['www-authenticate']).toBe('Bearer realm="portico", error="invalid_token"');
  const problem = answer.json<{ code: string; requestId: string }>();
  expect(problem.code).toMatch(code ? new RegExp(`^${code}$`) : /^token_/);
  expect(problem.requestId).toBe(answer.headers['x-request-id']);
  expect(answer.body).not.toMatch(/node_modules|\.ts\b|\.js\b|\n|JWS|JWK/);
}

/** Calls a portal with token pairs that are valid except for what a test changes. */
export class TokenChecks {
  readonly #portal: () => TestPortal;

  constructor(portal: () => TestPortal) {
    this.#portal = portal;
  }

  rejected = async (changes: PairChanges, code?: string): Promise<void> =>
    expectRejection(await askWith(this.#portal(), await tokenPair(this.#portal(), changes)), code);

  accepted = async (changes: PairChanges): Promise<void> => {
    const answer = await askWith(this.#portal(), await tokenPair(this.#portal(), changes));
    expect(answer.statusCode, answer.body).toBe(200);
  };

  /** Makes calls with a valid pair of which first one token and then the other is re-signed. */
  resigned = async (header: unknown, sign: (input: string) => Buffer | string): Promise<LightMyRequestResponse[]> => {
    const { idToken, accessToken } = await tokenPair(this.#portal());
    const newId = forgeToken(header, claimsOf(idToken), sign);
    const newAccess = forgeToken(header, claimsOf(accessToken), sign);
    return Promise.all([
      askWith(this.#portal(), { idToken: newId, accessToken }),
      askWith(this.#portal(), { idToken, accessToken: newAccess }),
    ]);
  };

  /** Signs with our provider's key. */
  rs256 = (input: string): Buffer => signBytes('sha256', Buffer.from(input), this.#portal().issuer.key().privateKey);
}
