import { parseCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieNames } from '@portico/contracts/portalSettings';
import type { Access } from '@portico/contracts/endpoint';
import { errorCodes } from '@portico/contracts/errors';
import type { Authenticate, TokenPair } from '../../sign-in/authentication.ts';
import type { Person } from '../../sign-in/people.ts';
import type { Reader } from '../../visibility/visibility.ts';
import { countHeader } from '../limits/countHeader.ts';
import { PortalError } from '../../errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in person; undefined on routes that are open to anyone. */
    person: Person | undefined;
    /** The same person at the instant of the request, for everything that visibility decides. */
    reader: Reader | undefined;
    /** Checks the sign-in again, for long responses. Rejects with the 401 error once it has ended. */
    checkSignIn: (() => Promise<Person>) | undefined;
  }
  interface FastifyContextConfig {
    access?: Access;
    /** Answers 404 to people without the role. */
    isHidden?: boolean;
    /**
     * Where the tokens are: `headers` for calls, `cookies` for pictures and links, whose requests cannot have headers.
     */
    tokensIn?: 'headers' | 'cookies';
  }
}

/**
 * An onRequest hook that only passes requests that have the access their route's `config.access` requires. A route
 * without that setting is closed to all but administrators, so that a forgotten one shows immediately (TRUST A1).
 * `countRejection` throws when an address was rejected too often.
 */
export function requireAccess({
  authenticate,
  countRejection,
  now,
}: {
  authenticate: Authenticate;
  countRejection: (request: FastifyRequest) => Promise<void>;
  now: () => Date;
}) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { access = 'admin', isHidden = false, tokensIn = 'headers' } = request.routeOptions.config;
    if (access === 'anyone' || request.is404) return;
    try {
      const tokens = tokensIn === 'cookies' ? tokensFromCookies(request) : tokensFromHeaders(request);
      const person = await authenticate(tokens);
      request.person = person;
      request.reader = { id: person.id, advisorType: person.advisorType, facts: person.facts, now: now() };
      request.checkSignIn = () => authenticate(tokens);
    } catch (error) {
      if (!(error instanceof PortalError) || errorCodes[error.code].status !== 401) throw error;
      await countRejection(request);
      void reply.header('www-authenticate', challenge(error));
      throw error;
    }
    if (access !== 'member' && !request.person?.roles.includes(access)) {
      const forbidden = new PortalError('forbidden', 'This needs a role that your account does not have.');
      throw isHidden ? new PortalError('not_found', 'The page was not found.', { cause: forbidden }) : forbidden;
    }
  };
}

function challenge({ code }: PortalError): string {
  return code === 'token_missing' ? 'Bearer realm="portico"' : 'Bearer realm="portico", error="invalid_token"';
}

function tokensFromHeaders(request: FastifyRequest): TokenPair {
  const { authorization, 'id-token': idToken } = request.headers;
  if (countHeader(request, 'authorization') > 1 || countHeader(request, 'id-token') > 1)
    throw new PortalError('token_malformed', 'A token header was given more than once.');
  const accessToken = /^Bearer ([^\s,]+)$/i.exec(authorization ?? '')?.[1];
  if (!accessToken || typeof idToken !== 'string' || idToken === '')
    throw new PortalError('token_missing', 'Both the access token and the identity token are needed.');
  return { accessToken, idToken };
}

/** Only our own pages, or a person at the address bar, may make a browser send its cookies. Source: TRUST H9. */
function tokensFromCookies(request: FastifyRequest): TokenPair {
  const { 'sec-fetch-site': site = 'same-origin' } = request.headers;
  if (site !== 'same-origin' && site !== 'none')
    throw new PortalError('forbidden', 'This is only for the portal’s own pages.');
  const tokens = readTokenCookies(request);
  if (!tokens) throw new PortalError('token_missing', 'Sign-in is required.');
  return tokens;
}

/** Whether the browser has a session, which nobody has verified. */
export const hasTokenCookies = (request: FastifyRequest): boolean => readTokenCookies(request) !== undefined;

function readTokenCookies(request: FastifyRequest): TokenPair | undefined {
  const cookies = parseCookie(request.headers.cookie ?? '');
  const idToken = cookies[cookieNames.idToken];
  const accessToken = cookies[cookieNames.accessToken];
  return idToken && accessToken ? { idToken, accessToken } : undefined;
}
