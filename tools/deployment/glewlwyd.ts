import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { z } from 'zod/mini';
import { runUntilTestEnds } from './program.ts';

/** The database schema in Debian's package `glewlwyd`. The provider also needs the package `sqlite3`. */
const SCHEMA = '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3';
/** The provider's sign-in page, which a web server has to serve. */
export const GLEWLWYD_PAGES = '/usr/share/glewlwyd/webapp';
export const GLEWLWYD_PAGE_SETTINGS = '/usr/share/glewlwyd/templates/config.json';
const SETTINGS = '/etc/glewlwyd/glewlwyd.conf';
const SCOPES = ['openid', 'email', 'profile', 'phone'];

export interface GlewlwydParts {
  program: string;
  port: number;
  /** The provider's address for browsers and the portal. */
  publicUrl: string;
  portalUrl: string;
  clientId: string;
  person: { username: string; password: string; name: string; email: string; advisorType: string };
}

/** Runs glewlwyd, an OpenID Connect provider in Debian, with one client and one person. Returns its issuer. */
export async function startGlewlwyd(parts: GlewlwydParts): Promise<{ issuer: string }> {
  const { program, port, publicUrl, portalUrl, clientId, person } = parts;
  const folder = await mkdtemp(join(tmpdir(), 'portico-glewlwyd-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const database = join(folder, 'provider.db');
  execFileSync('sqlite3', [database], { input: await readFile(SCHEMA), stdio: ['pipe', 'ignore', 'ignore'] });
  const settings = (await readFile(SETTINGS, 'utf8'))
    .replace(/^port=.*$/m, `port=${port}`)
    .replace(/^external_url=.*$/m, `external_url="${publicUrl}"`)
    .replace(/^log_mode=.*$/m, 'log_mode="console"')
    .replace(/^@include.*$/m, `database = { type = "sqlite3"; path = "${database}"; };`);
  await writeFile(join(folder, 'provider.conf'), settings);
  const api = `http://127.0.0.1:${port}/api`;
  await runUntilTestEnds(program, [`--config-file=${join(folder, 'provider.conf')}`], `${api}/`);

  const issuer = `${publicUrl}/api/oidc`;
  // The default password of a new installation.
  const call = await signIn(api, 'admin', 'password');
  await call('POST', '/mod/plugin/', {
    module: 'oidc',
    name: 'oidc',
    display_name: 'OIDC',
    parameters: plugin(issuer),
  });
  for (const name of SCOPES)
    await call(name === 'openid' ? 'PUT' : 'POST', name === 'openid' ? '/scope/openid' : '/scope/', {
      ...(name === 'openid' ? {} : { name }),
      display_name: name,
      password_required: true,
      password_max_age: 0,
      scheme: {},
    });
  const backend = UserBackend.parse(await call('GET', '/mod/user/database'));
  backend.parameters['data-format']['advisor_type'] = { multiple: false, read: true, write: true };
  await call('PUT', '/mod/user/database', backend);
  await call('PUT', '/mod/reload');
  const { advisorType, ...account } = person;
  await call('POST', '/user/?source=database', { ...account, enabled: true, scope: SCOPES, advisor_type: advisorType });
  await call('POST', '/client/?source=database', {
    client_id: clientId,
    name: 'Portico',
    confidential: false,
    enabled: true,
    redirect_uri: ['/auth/callback', '/auth/silent'].map((path) => portalUrl + path),
    authorization_type: ['code', 'refresh_token'],
    scope: SCOPES,
    token_endpoint_auth_method: ['none'],
    post_logout_redirect_uri: `${portalUrl}/logout`,
  });
  const asPerson = await signIn(api, person.username, person.password);
  await asPerson('PUT', `/auth/grant/${clientId}`, { scope: SCOPES.join(' ') });
  return { issuer };
}

const UserBackend = z.looseObject({
  parameters: z.looseObject({ 'data-format': z.record(z.string(), z.unknown()) }),
});

/** Signs in and returns a function that makes calls in that session. It throws if a call is rejected. */
async function signIn(api: string, username: string, password: string) {
  let cookie = '';
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(api + path, {
      method,
      headers: { 'content-type': 'application/json', cookie },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`glewlwyd rejected ${method} ${path}: ${text}`);
    cookie ||= answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return text === '' ? undefined : JSON.parse(text);
  };
  await call('POST', '/auth/', { username, password });
  return call;
}

function plugin(issuer: string): object {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    iss: issuer,
    'jwt-type': 'rsa',
    'jwt-key-size': '256',
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: publicKey.export({ type: 'spki', format: 'pem' }),
    'access-token-duration': 900,
    'refresh-token-duration': 86_400,
    'code-duration': 60,
    'refresh-token-rolling': true,
    'allow-non-oidc': false,
    'auth-type-code-enabled': true,
    'auth-type-code-revoke-replayed': true,
    'auth-type-token-enabled': false,
    'auth-type-id-token-enabled': true,
    'auth-type-none-enabled': false,
    'auth-type-password-enabled': false,
    'auth-type-client-enabled': false,
    'auth-type-device-enabled': false,
    'auth-type-refresh-enabled': true,
    'pkce-allowed': true,
    'pkce-required': true,
    'pkce-method-plain-allowed': false,
    'name-claim': 'mandatory',
    'email-claim': 'mandatory',
    'scope-claim': 'no',
    'subject-type': 'public',
    'address-claim': { type: 'no' },
    claims: [{ name: 'advisor_type', 'user-property': 'advisor_type', type: 'string', mandatory: true }],
    'session-management-allowed': true,
    'session-cookie-name': 'PROVIDER_SESSION',
    'session-cookie-expiration': 86_400,
    'prompt-none-allowed': true,
    scope: [],
  };
}
