import { LOGIN_TICKET_PARAMETER } from '@portico/contracts/account';
import type { PortalSettings } from '@portico/contracts/portalSettings';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  clockTolerance,
  Configuration,
  implicitAuthentication,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  refreshTokenGrant,
  useIdTokenResponseType,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from 'openid-client';
import type { Transaction } from './transaction.ts';

/** Accepted deviation of the user's clock, in seconds. The server checks tokens against its own clock. */
const CLOCK_TOLERANCE_S = 300;

type SignInSettings = PortalSettings['signIn'];

/** The result of a successful sign-in. `subject` identifies the user. */
export interface Grant {
  idToken: string;
  accessToken: string;
  /** If the provider issues one. */
  refreshToken?: string | undefined;
  /** Lifetime of both tokens. */
  lifetimeS: number;
  subject: string;
}

export function newTransaction(returnPath: string): Transaction {
  return {
    state: randomState(),
    nonce: randomNonce(),
    codeVerifier: randomPKCECodeVerifier(),
    returnPath,
    createdAt: Date.now(),
    isRetry: false,
  };
}

/**
 * Address that starts a sign-in at the provider. `prompt: 'none'` requests an answer without any user interaction;
 * `loginTicket` identifies this browser.
 */
export async function authorizationAddress(
  settings: SignInSettings,
  transaction: Transaction,
  { redirectUri, prompt, loginTicket }: { redirectUri: string; prompt?: 'none'; loginTicket?: string | undefined },
): Promise<string> {
  const parameters: Record<string, string> = {
    scope: settings.scope,
    response_type: settings.responseType,
    ...settings.extraParams,
    redirect_uri: redirectUri,
    state: transaction.state,
    nonce: transaction.nonce,
  };
  if (settings.mode === 'code') {
    parameters['code_challenge'] = await calculatePKCECodeChallenge(transaction.codeVerifier);
    parameters['code_challenge_method'] = 'S256';
  }
  if (prompt) parameters['prompt'] = prompt;
  if (loginTicket !== undefined) parameters[LOGIN_TICKET_PARAMETER] = loginTicket;
  return buildAuthorizationUrl(configurationOf(settings), parameters).href;
}

/** Exchanges the provider's answer for tokens. Throws unless every check passes. Source: TRUST S1, S2, T7. */
export async function redeemAnswer(settings: SignInSettings, answer: URL, transaction: Transaction): Promise<Grant> {
  const configuration = configurationOf(settings);
  if (settings.mode === 'implicit') return await redeemHash(configuration, answer, transaction);
  const tokens = await authorizationCodeGrant(configuration, answer, {
    pkceCodeVerifier: transaction.codeVerifier,
    expectedState: transaction.state,
    expectedNonce: transaction.nonce,
    idTokenExpected: true,
  });
  return grantOfTokens(tokens);
}

/**
 * Exchanges a refresh token for new tokens. Throws ResponseBodyError when the provider rejects it, and Error when it
 * sends no new identity token, which the portal needs too.
 */
export async function redeemRefreshToken(settings: SignInSettings, refreshToken: string): Promise<Grant> {
  return grantOfTokens(await refreshTokenGrant(configurationOf(settings), refreshToken));
}

function grantOfTokens(tokens: TokenEndpointResponse & TokenEndpointResponseHelpers): Grant {
  const claims = tokens.claims();
  if (!claims || !tokens.id_token) throw new Error('The provider sent no identity token.');
  return {
    ...grantOf({ idToken: tokens.id_token, accessToken: tokens.access_token, expiresIn: tokens.expires_in, claims }),
    refreshToken: tokens.refresh_token,
  };
}

async function redeemHash(configuration: Configuration, answer: URL, transaction: Transaction): Promise<Grant> {
  const hash = new URLSearchParams(answer.hash.slice(1));
  const idToken = hash.get('id_token');
  const accessToken = hash.get('access_token');
  useIdTokenResponseType(configuration);
  const claims = await implicitAuthentication(configuration, answer, transaction.nonce, {
    expectedState: transaction.state,
  });
  if (!idToken || !accessToken) throw new Error('The provider sent one token only.');
  if (claims['at_hash'] !== (await halfHash(accessToken, idToken)))
    throw new Error('The two tokens don’t belong together.');
  return grantOf({ idToken, accessToken, expiresIn: Number(hash.get('expires_in') ?? Number.NaN), claims });
}

function grantOf(answer: {
  idToken: string;
  accessToken: string;
  expiresIn: number | undefined;
  claims: { sub: string; exp: number; iat: number };
}): Grant {
  const { idToken, accessToken, expiresIn, claims } = answer;
  // Only the provider's clock counts: a wrong clock here must not end the session immediately.
  const idTokenLifetimeS = claims.exp - claims.iat;
  const lifetimeS = expiresIn !== undefined && expiresIn > 0 ? Math.min(expiresIn, idTokenLifetimeS) : idTokenLifetimeS;
  return { idToken, accessToken, lifetimeS, subject: claims.sub };
}

function configurationOf(settings: SignInSettings): Configuration {
  const configuration = new Configuration(
    {
      issuer: settings.issuer,
      authorization_endpoint: settings.authorizationEndpoint,
      jwks_uri: settings.jwksUri,
      id_token_signing_alg_values_supported: settings.algorithms,
      ...(settings.tokenEndpoint === undefined ? {} : { token_endpoint: settings.tokenEndpoint }),
    },
    settings.clientId,
    { [clockTolerance]: CLOCK_TOLERANCE_S },
    None(),
  );
  // The server's configuration allows plain http only for this machine.
  if (settings.issuer.startsWith('http:')) allowInsecureRequests(configuration);
  return configuration;
}

/**
 * Left half of the access token's hash, by the algorithm that signed the identity token. Source: OpenID Connect Core
 * §3.2.2.9.
 */
async function halfHash(accessToken: string, idToken: string): Promise<string> {
  const header = JSON.parse(atob(idToken.split('.', 1)[0]!.replace(/-/g, '+').replace(/_/g, '/'))) as { alg: string };
  const digest = await crypto.subtle.digest(`SHA-${header.alg.slice(2)}`, new TextEncoder().encode(accessToken));
  const half = new Uint8Array(digest, 0, digest.byteLength / 2);
  return btoa(String.fromCharCode(...half))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}
