import { describe, expect, test } from 'vitest';
import { getCurrentUser } from '@portico/contracts/users';
import { z } from 'zod/mini';
import { loadConfig } from '../config.ts';
import { startTestIssuer, TEST_CLIENT_ID } from '../testing/testIssuer.ts';
import { sharedPortal } from '../testing/testPortal.ts';
import { askWith, tokenPair, type PairChanges } from '../testing/tokenPairs.ts';
import { connectIdentityProvider } from './identityProvider.ts';

interface ForeignProvider {
  issuer: string;
  /** What its discovery document contains besides the key set. */
  discovery: Record<string, unknown>;
  env: Record<string, string>;
  /** How its tokens differ from those of the development provider. Undefined: the claim is absent. */
  tokens: PairChanges;
  roles: string[];
  signIn: Record<string, unknown>;
  /** Tokens that it might issue to someone, but that we must not accept. */
  rejected: Record<string, PairChanges>;
}

const notOurs = { aud: undefined, client_id: undefined, scope: undefined };
const noMarks = { nonce: undefined, at_hash: undefined };
const tenant = '9122040d-6c67-4c5b-b112-36a304b66dad';
const cognitoPool = 'https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_Ab12Cd34E';
const cognitoPages = 'https://advisors.auth.eu-central-1.amazoncognito.com';

const cognito: ForeignProvider = {
  issuer: cognitoPool,
  discovery: {
    authorization_endpoint: `${cognitoPages}/oauth2/authorize`,
    token_endpoint: `${cognitoPages}/oauth2/token`,
    end_session_endpoint: `${cognitoPages}/logout`,
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    response_types_supported: ['code', 'token'],
  },
  env: { OIDC_AUDIENCE: '', ROLES_CLAIM: 'cognito:groups' },
  tokens: {
    both: {
      sub: '43b4a8c2-1091-70ab-6a6b-1f5a3f2d1c11',
      'cognito:groups': ['editor', 'eu-central-1_Ab12Cd34E_Okta'],
      auth_time: 1,
      origin_jti: 'o',
      event_id: 'e',
      jti: 'j',
    },
    bothHeader: { typ: undefined },
    id: {
      token_use: 'id',
      'cognito:username': 'ana',
      given_name: 'Ana',
      'custom:advisorType': 'Nla',
      nonce: undefined,
    },
    access: {
      ...notOurs,
      client_id: TEST_CLIENT_ID,
      token_use: 'access',
      version: 2,
      username: 'ana',
      scope: 'aws.cognito.signin.user.admin phone openid profile email',
    },
  },
  roles: ['member', 'editor'],
  signIn: {
    responseType: 'code',
    scope: 'openid email phone profile',
    authorizationEndpoint: `${cognitoPages}/oauth2/authorize`,
    logout: { style: 'cognito', endpoint: `${cognitoPages}/logout` },
    algorithms: ['RS256'],
  },
  rejected: {
    'the access token of another client of the pool': { access: { client_id: 'other' } },
    'an access token of no client': { access: { client_id: undefined } },
    'the identity token of another client of the pool': { id: { aud: 'other' } },
    'an identity token in the place of the access token': { access: { token_use: 'id', aud: TEST_CLIENT_ID } },
    'an access token in the place of the identity token': { id: { token_use: 'access' } },
    'tokens of another pool': { both: { iss: cognitoPool.replace('Ab12', 'Ab13') } },
  },
};

const providers: Record<string, ForeignProvider> = {
  'Amazon Cognito': cognito,
  'Amazon Cognito in the implicit flow [SIGNIN-011]': {
    ...cognito,
    env: { ...cognito.env, SIGN_IN_MODE: 'implicit' },
    signIn: {
      ...cognito.signIn,
      mode: 'implicit',
      responseType: 'token',
      scope: 'aws.cognito.signin.user.admin email openid phone profile',
    },
    rejected: {
      ...cognito.rejected,
      'an identity token that is not tied to the access token': { id: { at_hash: undefined } },
    },
  },
  Keycloak: {
    issuer: 'https://id.advisors.test/realms/staff',
    discovery: {
      authorization_endpoint: 'https://id.advisors.test/realms/staff/protocol/openid-connect/auth',
      end_session_endpoint: 'https://id.advisors.test/realms/staff/protocol/openid-connect/logout',
      frontchannel_logout_supported: true,
    },
    env: { OIDC_AUDIENCE: 'account', ROLES_CLAIM: 'realm_access.roles', ADMIN_ROLE: 'portal-admin' },
    tokens: {
      both: { sub: 'f:1d1ba04a:ana', azp: TEST_CLIENT_ID, sid: 's', acr: '1', auth_time: 1, jti: 'j' },
      bothHeader: { typ: 'JWT' },
      id: { typ: 'ID', preferred_username: 'ana', given_name: 'Ana', 'custom:advisorType': 'Nla' },
      access: {
        ...notOurs,
        aud: 'account',
        typ: 'Bearer',
        scope: 'openid profile email',
        nonce: 'n',
        'allowed-origins': ['*'],
        realm_access: { roles: ['offline_access', 'portal-admin'] },
        resource_access: { account: { roles: ['manage-account'] } },
      },
    },
    roles: ['member', 'editor', 'admin'],
    signIn: {
      logout: {
        style: 'end_session',
        endpoint: 'https://id.advisors.test/realms/staff/protocol/openid-connect/logout',
      },
    },
    rejected: {
      'the access token of another client of the realm': { access: { azp: 'other' } },
      'an access token for another service': { access: { aud: 'ledger' } },
      'an identity token as access token': { access: { typ: 'ID' } },
      'an access token as identity token': { id: { typ: 'Bearer' } },
      'a refresh token': { access: { typ: 'Refresh' } },
      'tokens of another realm': { both: { iss: 'https://id.advisors.test/realms/clients' } },
    },
  },
  'Microsoft Entra ID': {
    issuer: `https://login.microsoftonline.com/${tenant}/v2.0`,
    discovery: {
      authorization_endpoint: `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/authorize`,
      end_session_endpoint: `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/logout`,
      response_modes_supported: ['query', 'fragment', 'form_post'],
    },
    env: { OIDC_AUDIENCE: '', ROLES_CLAIM: 'roles' },
    tokens: {
      both: {
        sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
        tid: tenant,
        oid: '00000000-0000-0000-66f3-3332eca7ea81',
        ver: '2.0',
        uti: 'u',
        rh: 'r',
        roles: ['editor'],
      },
      bothHeader: { typ: 'JWT', x5t: 'key-1' },
      id: {
        ...noMarks,
        nonce: 'n',
        preferred_username: 'ana@advisors.test',
        given_name: 'Ana',
        'custom:advisorType': 'Nla',
      },
      access: { ...notOurs, aud: TEST_CLIENT_ID, azp: TEST_CLIENT_ID, azpacr: '0', scp: 'portal' },
    },
    roles: ['member', 'editor'],
    signIn: {
      logout: { style: 'end_session', endpoint: `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/logout` },
    },
    rejected: {
      'a token for Microsoft Graph': { access: { aud: '00000003-0000-0000-c000-000000000000' } },
      'a token that another application got for us': { access: { azp: 'other' } },
      'a second identity token': { access: { scp: undefined, nonce: 'n2' } },
      'a second identity token without a nonce': { access: { scp: undefined } },
      'a second access token': { id: { scp: 'portal', nonce: undefined } },
      'tokens of another tenant': { both: { iss: 'https://login.microsoftonline.com/common/v2.0' } },
    },
  },
  Auth0: {
    issuer: 'https://advisors.eu.auth0.com/',
    discovery: {
      authorization_endpoint: 'https://advisors.eu.auth0.com/authorize',
      end_session_endpoint: 'https://advisors.eu.auth0.com/oidc/logout',
    },
    env: {
      OIDC_AUDIENCE: 'https://portal.advisors.test/api',
      OIDC_EXTRA_PARAMS: 'audience=https://portal.advisors.test/api',
      ROLES_CLAIM: 'https://advisors.test/roles',
      OIDC_LOGOUT_URL: 'https://advisors.eu.auth0.com/v2/logout',
      OIDC_LOGOUT_STYLE: 'end_session',
    },
    tokens: {
      both: { sub: 'auth0|5f7c8ec7c33c6c004bbafe82', 'https://advisors.test/roles': 'admin' },
      bothHeader: { typ: 'JWT' },
      id: { ...noMarks, nonce: 'n', sid: 's', given_name: 'Ana', 'custom:advisorType': 'Nla' },
      access: {
        ...notOurs,
        aud: ['https://portal.advisors.test/api', 'https://advisors.eu.auth0.com/userinfo'],
        azp: TEST_CLIENT_ID,
        scope: 'openid profile email',
      },
    },
    roles: ['member', 'editor', 'admin'],
    signIn: {
      logout: { style: 'end_session', endpoint: 'https://advisors.eu.auth0.com/v2/logout' },
      extraParams: { audience: 'https://portal.advisors.test/api' },
    },
    rejected: {
      'a token for the provider alone': { access: { aud: ['https://advisors.eu.auth0.com/userinfo'] } },
      'a token that another application got': { access: { azp: 'other' } },
      'a token with foreign audiences and no authorized party': { access: { azp: undefined } },
      'an issuer without its slash': { both: { iss: 'https://advisors.eu.auth0.com' } },
      'an identity token for two': { id: { aud: [TEST_CLIENT_ID, 'other'] } },
    },
  },
  'a provider whose audience is the list of scopes [SIGNIN-016]': {
    issuer: 'https://id.scopes.test',
    discovery: {
      authorization_endpoint: 'https://id.scopes.test/auth',
      token_endpoint: 'https://id.scopes.test/token',
    },
    env: { OIDC_AUDIENCE: 'openid email phone profile' },
    tokens: {
      both: { sub: 'ana', 'custom:advisorType': 'Nla' },
      id: { given_name: 'Ana' },
      access: { aud: 'openid email phone profile', scope: 'openid email phone profile' },
    },
    roles: ['member'],
    signIn: {},
    rejected: {
      'a token with one of the scopes as audience': { access: { aud: 'openid' } },
      'the token of another client': { access: { client_id: 'other' } },
    },
  },
};

describe.for(Object.entries(providers))(
  '%s works with configuration alone [T14]',
  ([, { issuer, discovery, env, tokens, roles, signIn, rejected }]) => {
    const shared = sharedPortal({ issuer: { issuer, discovery }, env: { ...env, OIDC_ISSUER: issuer } });
    const merged = (changes: PairChanges): PairChanges => ({
      ...tokens,
      both: { ...tokens.both, ...changes.both },
      id: { ...tokens.id, ...changes.id },
      access: { ...tokens.access, ...changes.access },
    });

    test('signs a person in, with name, advisor type and roles from claims', async () => {
      const answer = await askWith(shared(), await tokenPair(shared(), tokens));
      expect(answer.statusCode, answer.body).toBe(200);
      expect(z.parse(getCurrentUser.response, answer.json())).toMatchObject({ givenName: 'Ana', advisorType: 'Nla' });
      const person = await shared()
        .db.selectFrom('users')
        .select(['issuer', 'subject', 'roles'])
        .executeTakeFirstOrThrow();
      expect(person).toEqual({ issuer, subject: tokens.both?.['sub'], roles });
    });

    test('the browser gets the addresses for sign-in and sign-out and is allowed to connect to them', async () => {
      expect(shared().parts.provider.signInSettings()).toMatchObject({ issuer, clientId: TEST_CLIENT_ID, ...signIn });
      const page = await shared().portal.inject('/');
      const origin = new URL(discovery['authorization_endpoint'] as string).origin;
      expect(page.headers['content-security-policy']).toMatch(
        new RegExp(`connect-src [^;]*${origin}.*frame-src [^;]*${origin}`),
      );
    });

    test.for(Object.entries(rejected))('%s is rejected', async ([, changes]) => {
      const answer = await askWith(shared(), await tokenPair(shared(), merged(changes)));
      expect(answer.statusCode, answer.body).toBe(401);
    });
  },
);

test('a discovery document that names another issuer is rejected', async () => {
  const issuer = await startTestIssuer(undefined, { issuer: 'https://evil.test' });
  const problems: unknown[] = [];
  const provider = connectIdentityProvider(
    loadConfig({
      DATABASE_URL: 'postgres://localhost/none',
      OIDC_ISSUER: 'https://good.test',
      OIDC_DISCOVERY_URL: issuer.discoveryUrl,
      OIDC_CLIENT_ID: TEST_CLIENT_ID,
    }),
    (error) => problems.push(error),
  );
  await expect.poll(() => problems.length).toBe(1);
  provider.close();
  await issuer.close();
  expect(String(problems[0])).toContain('names the issuer https://evil.test, but OIDC_ISSUER is https://good.test');
  expect(provider.isReady()).toBe(false);
});
