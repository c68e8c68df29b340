import { LOGIN_TICKET_PARAMETER } from '@portico/contracts/account';
import type { JWK } from 'jose';
import type { Context } from 'oidc-provider';
import { demoAccounts, type DemoAccount } from './demoAccounts.ts';
import { errorPage } from './pages/errorPage.ts';
import { signedOutPage, signOutPage } from './pages/signOutPage.ts';
import type { IdentityStore } from './store.ts';

/** Audience of access tokens: the portal's API. */
export const API_AUDIENCE = 'portico-api';
/** Resource indicators must be URIs (RFC 8707), unlike the audience. */
const API_RESOURCE = 'urn:portico:api';
const SCOPES = 'openid email phone profile';
const DAY_SECONDS = 24 * 60 * 60;
const COOKIE = { httpOnly: true, sameSite: 'lax', signed: true };

export interface ConfigurationInput {
  /** Origins of the portal, the main one first; our own links point there. */
  portalOrigins: readonly [string, ...string[]];
  port: number;
  tokenLifetimeSeconds: number;
  store: IdentityStore;
  signingKey: JWK;
  cookieKey: string;
}

/** Configuration of oidc-provider: two public clients of the portal, both tokens signed, no consent screen. */
export function providerConfiguration({
  portalOrigins,
  port,
  tokenLifetimeSeconds,
  store,
  signingKey,
  cookieKey,
}: ConfigurationInput) {
  return {
    clients: clientsOf(portalOrigins),
    responseTypes: ['code', 'id_token token', 'none'],
    pkce: { required: () => true },
    // oidc-provider drops parameters that it doesn't know.
    extraParams: [LOGIN_TICKET_PARAMETER],
    scopes: [...SCOPES.split(' '), 'offline_access'],
    // The ID token carries the claims, so that the portal needs no second call.
    conformIdTokenClaims: false,
    claims: {
      openid: ['sub', 'acr', 'amr'],
      email: ['email', 'email_verified'],
      phone: ['phone_number'],
      profile: [
        'given_name',
        'family_name',
        'nickname',
        'picture',
        'custom:advisorType',
        'custom:roles',
        'custom:departments',
      ],
      auth_time: null,
    },
    features: featuresOf({ store, portal: portalOrigins[0], tokenLifetimeSeconds }),
    extraTokenClaims: (_context: Context, token: { accountId?: string }) => {
      const account = findAccountById(token.accountId);
      return account && staffClaimsOf(account);
    },
    findAccount: (_context: Context, id: string) => {
      const account = findAccountById(id);
      return account && { accountId: id, claims: () => claimsOf(account, portalOrigins[0]) };
    },
    loadExistingGrant: grantEverything,
    clientBasedCORS: (_context: Context, origin: string) => portalOrigins.includes(origin),
    renderError: async (context: Context, out: { error: string; error_description?: string }) => {
      context.type = 'html';
      context.body = errorPage({ code: out.error, description: out.error_description, portal: portalOrigins[0] });
    },
    interactions: { url: (_context: Context, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
    jwks: { keys: [signingKey] },
    // Cookies ignore ports: the port in the name separates several providers on localhost.
    cookies: {
      keys: [cookieKey],
      names: { session: `idp${port}_session`, interaction: `idp${port}_interaction`, resume: `idp${port}_resume` },
      long: COOKIE,
      short: COOKIE,
    },
    adapter: store.adapter,
    ttl: {
      AccessToken: tokenLifetimeSeconds,
      IdToken: tokenLifetimeSeconds,
      AuthorizationCode: 60,
      Interaction: 60 * 60,
      RefreshToken: 14 * DAY_SECONDS,
      Session: 14 * DAY_SECONDS,
      Grant: 14 * DAY_SECONDS,
    },
  };
}

function clientsOf(portalOrigins: readonly string[]) {
  const addresses = {
    redirect_uris: portalOrigins.flatMap((origin) => [`${origin}/auth/callback`, `${origin}/auth/silent`]),
    post_logout_redirect_uris: portalOrigins.map((origin) => `${origin}/logout`),
    token_endpoint_auth_method: 'none',
    require_auth_time: true,
  };
  return [
    {
      client_id: 'portal',
      client_name: 'Portico',
      response_types: ['code'],
      grant_types: ['authorization_code', 'refresh_token'],
      ...addresses,
    },
    {
      client_id: 'portal-implicit',
      client_name: 'Portico',
      response_types: ['id_token token'],
      grant_types: ['implicit'],
      ...addresses,
    },
  ];
}

function featuresOf({
  store,
  portal,
  tokenLifetimeSeconds,
}: {
  store: IdentityStore;
  portal: string;
  tokenLifetimeSeconds: number;
}) {
  return {
    devInteractions: { enabled: false },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: async (context: Context) => {
        if (isHintOfSession(context)) return endSession(context, store);
        context.type = 'html';
        context.body = signOutPage({
          action: context.oidc.urlFor('end_session_confirm'),
          secret: context.oidc.session.state.secret,
        });
      },
      postLogoutSuccessSource: async (context: Context) => {
        context.type = 'html';
        context.body = signedOutPage({ portal: portal });
      },
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => API_RESOURCE,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: SCOPES,
        audience: API_AUDIENCE,
        accessTokenFormat: 'jwt',
        accessTokenTTL: tokenLifetimeSeconds,
      }),
    },
  };
}

/** Whether the portal's hint identifies this session; oidc-provider has verified the hint's signature. */
function isHintOfSession({ oidc }: Context): boolean {
  const subject = oidc.entities.IdTokenHint?.payload.sub;
  return subject !== undefined && subject === oidc.session.accountId;
}

/** Does what oidc-provider does after the person has confirmed. */
async function endSession(context: Context, store: IdentityStore): Promise<void> {
  const { session, provider } = context.oidc;
  const { postLogoutRedirectUri, state } = session.state;
  for (const { grantId } of Object.values(session.authorizations ?? {})) {
    if (grantId === undefined) continue;
    await store.adapter('Grant').revokeByGrantId(grantId);
    await store.adapter('Grant').destroy(grantId);
  }
  await session.destroy();
  context.cookies.set(provider.cookieName('session'), null, COOKIE);
  const back = new URL(postLogoutRedirectUri ?? context.oidc.urlFor('end_session_success'));
  if (state !== undefined && postLogoutRedirectUri !== undefined) back.searchParams.set('state', state);
  context.status = 303;
  context.redirect(back.href);
}

function findAccountById(id: string | undefined): DemoAccount | undefined {
  return demoAccounts.find((account) => account.id === id);
}

function claimsOf(account: DemoAccount, portal: string): Record<string, unknown> {
  return {
    sub: account.id,
    email: account.email,
    email_verified: true,
    given_name: account.givenName,
    family_name: account.surname,
    nickname: account.nickname,
    picture: account.avatar && `${portal}/avatars/${account.avatar}.svg`,
    ...staffClaimsOf(account),
  };
}

const staffClaimsOf = ({ advisorType, roles, departments }: DemoAccount): Record<string, unknown> => ({
  'custom:advisorType': advisorType,
  'custom:roles': roles,
  'custom:departments': departments,
});

/** The portal is our own application, so no one is asked for consent. */
async function grantEverything(context: Context) {
  const { provider, client, session } = context.oidc;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId ?? '' });
  grant.addOIDCScope(SCOPES);
  grant.addResourceScope(API_RESOURCE, SCOPES);
  await grant.save();
  return grant;
}
