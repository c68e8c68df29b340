import { hash } from 'node:crypto';
import { parseCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { VIEWING_PREFIX } from '@portico/contracts/admin/people';
import { API_TOKEN_PREFIX, type TokenScope } from '@portico/contracts/admin/tokens';
import { cookieNames } from '@portico/contracts/portalSettings';
import { ACTING_FOR_HEADER, type Access } from '@portico/contracts/endpoint';
import { errorCodes } from '@portico/contracts/errors';
import type { Acting, RecordAct } from '../../sign-in/acting.ts';
import type { CallingToken } from '../../sign-in/apiTokens.ts';
import type { Authenticate, TokenPair } from '../../sign-in/authentication.ts';
import type { DelegationInForce, Person } from '../../sign-in/people.ts';
import type { Viewing, ViewingInForce } from '../../sign-in/viewing.ts';
import type { Reader } from '../../visibility/visibility.ts';
import { SAFE_METHODS } from '../limits/readOnly.ts';
import type { NeededScope } from './actingScopes.ts';
import { countHeader } from '../limits/countHeader.ts';
import { PortalError } from '../../errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in person; undefined on routes that are open to anyone. */
    person: Person | undefined;
    /** The same person at the instant of the request, for everything that depends on visibility. */
    reader: Reader | undefined;
    /** The system that calls with an API token, on the routes for systems. */
    apiToken: CallingToken | undefined;
    /** Checks the sign-in again, for long-lived responses. Rejects with the 401 error once it has ended. */
    checkSignIn: (() => Promise<Person>) | undefined;
    /**
     * The delegate who calls for `person`, or the administrator who sees the portal as them; undefined for people who
     * call for themselves.
     */
    actor: Person | undefined;
    /** The viewing by which the administrator sees the portal as `person`. */
    viewing: ViewingInForce | undefined;
    /** The right by which the delegate calls. */
    delegation: DelegationInForce | undefined;
    /** Runs what the delegate does, and records it for the person; undefined for people who call for themselves. */
    recordAct: RecordAct | undefined;
    /** A digest that tells one sign-in of a person from others, and from which no token can be made. */
    sessionDigest: (() => string) | undefined;
  }
  interface FastifyContextConfig {
    access?: Access;
    /** Respond with 404 instead of 403 to people without the role. */
    isHidden?: boolean;
    /** What a delegate needs to call this for somebody. Without it, nobody can. */
    actingScope?: NeededScope | undefined;
    /** Why not, if that is a special reason. */
    actingRefusal?: string | undefined;
    /** An administrator who sees the portal as somebody else can call this. */
    isViewable?: boolean;
    /**
     * Where the tokens are: `headers` for calls, `cookies` for pictures and links, whose requests cannot have custom
     * headers.
     */
    tokensIn?: 'headers' | 'cookies';
    /** The route is only for systems whose API token has this scope. */
    tokenScope?: TokenScope;
  }
}

/**
 * An onRequest hook that rejects requests without the access that their route's `config.access` requires. A route
 * without that setting is closed to all but administrators, so that an omission shows immediately (TRUST A1).
 * `countRejection` throws if an address was rejected too often. A route accepts either people or API tokens, never
 * both: decisions/0160.
 */
export function requireAccess({
  authenticate,
  authenticateToken,
  countRejection,
  acting,
  viewing,
  now,
}: {
  authenticate: Authenticate;
  authenticateToken: (secret: string) => Promise<CallingToken>;
  countRejection: (request: FastifyRequest) => Promise<void>;
  acting: Acting;
  viewing: Viewing;
  now: () => Date;
}) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { access = 'admin', isHidden = false, tokensIn = 'headers', tokenScope } = request.routeOptions.config;
    if (access === 'anyone' || request.is404) return;
    try {
      if (tokenScope !== undefined) {
        if (request.headers[ACTING_FOR_HEADER] !== undefined)
          throw new PortalError('forbidden', 'Systems with an API token can’t act for a person.');
        request.apiToken = await authenticateToken(bearerOf(request));
        return assertScope(request.apiToken, tokenScope, reply);
      }
      const tokens = tokensIn === 'cookies' ? tokensFromCookies(request) : tokensFromHeaders(request);
      const person = await authenticate(tokens);
      request.person = person;
      const { id, advisorType, facts, ruleAnswers } = person;
      request.reader = { id, advisorType, facts, ruleAnswers, now: now() };
      request.checkSignIn = () => authenticate(tokens);
      request.sessionDigest = () => hash('sha256', tokens.idToken, 'base64url');
    } catch (error) {
      if (!(error instanceof PortalError) || errorCodes[error.code].status !== 401) throw error;
      await countRejection(request);
      void reply.header('www-authenticate', challenge(error));
      throw error;
    }
    if (access !== 'member' && !request.person?.roles.includes(access)) {
      const forbidden = new PortalError('forbidden', 'Your account doesn’t have the role that this requires.');
      throw isHidden ? new PortalError('not_found', 'The page was not found.', { cause: forbidden }) : forbidden;
    }
    if (request.headers[ACTING_FOR_HEADER] === undefined) return;
    const named = countHeader(request, ACTING_FOR_HEADER) > 1 ? '' : String(request.headers[ACTING_FOR_HEADER]);
    if (named.startsWith(VIEWING_PREFIX))
      await viewAs(request, viewing, { viewingId: named.slice(VIEWING_PREFIX.length), now: now() });
    else await actFor(request, acting, { personId: named, now: now() });
  };
}

/**
 * Makes the request one of the person whom the administrator sees the portal as. Throws `forbidden` unless it only
 * reads what everyone reads, and the viewing is in force. Source: decisions/0347.
 */
async function viewAs(
  request: FastifyRequest,
  viewing: Viewing,
  { viewingId, now }: { viewingId: string; now: Date },
): Promise<void> {
  const viewer = request.person!;
  const isRead = SAFE_METHODS.has(request.method);
  if (!isRead || request.routeOptions.config.isViewable !== true)
    throw new PortalError(
      'forbidden',
      isRead
        ? 'This isn’t shown while you see the portal as somebody else.'
        : 'You see the portal as somebody else, so you can’t change anything.',
    );
  const { person, viewing: inForce } = await viewing.assertInForce({ viewingId, viewer });
  request.viewing = inForce;
  actAs(request, person, now);
  const isSignedIn = request.checkSignIn!;
  request.checkSignIn = async () => (await viewing.assertInForce({ viewingId, viewer: await isSignedIn() })).person;
}

/** From here on, the request is one of the person, by who is signed in. */
function actAs(request: FastifyRequest, person: Person, now: Date): void {
  const { id, advisorType, facts, ruleAnswers } = person;
  request.actor = request.person!;
  request.person = person;
  const isViewed = request.viewing !== undefined;
  request.reader = { id, advisorType, facts, ruleAnswers, now, actedBy: request.actor.id, isViewed };
}

/**
 * Makes the request one of the person in the header, by the delegate who is signed in. Throws `forbidden` unless the
 * route and the right of the delegate allow it. Source: decisions/0311.
 */
async function actFor(
  request: FastifyRequest,
  acting: Acting,
  { personId, now }: { personId: string; now: Date },
): Promise<void> {
  const { actingScope, actingRefusal } = request.routeOptions.config;
  if (actingScope === undefined)
    throw new PortalError('forbidden', actingRefusal ?? 'You can’t do this for somebody else.');
  const call = { personId, delegateId: request.person!.id, scope: actingScope };
  const { person, delegation } = await acting.assertAllowed(call);
  request.delegation = delegation;
  actAs(request, person, now);
  request.recordAct = (act, work) => acting.record({ ...act, personId: person.id, delegationId: delegation.id }, work);
  const isSignedIn = request.checkSignIn!;
  request.checkSignIn = async () => {
    await isSignedIn();
    return (await acting.assertAllowed(call)).person;
  };
}

function assertScope({ scopes }: CallingToken, scope: TokenScope, reply: FastifyReply): void {
  if (scopes.includes(scope)) return;
  void reply.header('www-authenticate', `Bearer realm="portico", error="insufficient_scope", scope="${scope}"`);
  throw new PortalError('forbidden', `The API token needs the scope ${scope}.`);
}

function challenge({ code }: PortalError): string {
  return code === 'token_missing' ? 'Bearer realm="portico"' : 'Bearer realm="portico", error="invalid_token"';
}

function bearerIn(request: FastifyRequest): string | undefined {
  if (countHeader(request, 'authorization') > 1)
    throw new PortalError('token_malformed', 'A token header was sent more than once.');
  return /^Bearer ([^\s,]+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

function bearerOf(request: FastifyRequest): string {
  const secret = bearerIn(request);
  if (secret === undefined) throw new PortalError('token_missing', 'This needs an API token as a Bearer token.');
  return secret;
}

function tokensFromHeaders(request: FastifyRequest): TokenPair {
  const { 'id-token': idToken } = request.headers;
  const accessToken = bearerIn(request);
  if (countHeader(request, 'id-token') > 1)
    throw new PortalError('token_malformed', 'A token header was sent more than once.');
  if (accessToken?.startsWith(API_TOKEN_PREFIX))
    throw new PortalError('token_use', 'This call is for people. API tokens are not accepted here.');
  if (!accessToken || typeof idToken !== 'string' || idToken === '')
    throw new PortalError('token_missing', 'Both the access token and the identity token are required.');
  return { accessToken, idToken };
}

/** Only our own pages, or a person at the address bar, can make a browser send its cookies. Source: TRUST H9. */
function tokensFromCookies(request: FastifyRequest): TokenPair {
  const { 'sec-fetch-site': site = 'same-origin' } = request.headers;
  if (site !== 'same-origin' && site !== 'none')
    throw new PortalError('forbidden', 'This is only for the portal’s own pages.');
  const tokens = readTokenCookies(request);
  if (!tokens) throw new PortalError('token_missing', 'Sign-in is required.');
  return tokens;
}

/** Whether the browser has a session, without verifying it. */
export const hasTokenCookies = (request: FastifyRequest): boolean => readTokenCookies(request) !== undefined;

function readTokenCookies(request: FastifyRequest): TokenPair | undefined {
  const cookies = parseCookie(request.headers.cookie ?? '');
  const idToken = cookies[cookieNames.idToken];
  const accessToken = cookies[cookieNames.accessToken];
  return idToken && accessToken ? { idToken, accessToken } : undefined;
}
