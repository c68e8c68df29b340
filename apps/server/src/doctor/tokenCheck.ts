import { decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose';
import { advisorTypes } from '@portico/kinds/advisorType';
import type { Config } from '../config.ts';
import { PortalError, reasonOf } from '../errors.ts';
import { discover } from '../sign-in/identityProvider.ts';
import { createKeyStore } from '../sign-in/keyStore.ts';
import { findClaim, readProfile } from '../sign-in/people.ts';
import { tokenRules, verifyTokenPair } from '../sign-in/tokens.ts';
import { notesOn, type Finding, type Notes } from './findings.ts';

interface Token {
  text: string;
  claims: JWTPayload;
}

/** Which settings decide whether tokens are accepted and who people are. */
export function describeTokenSettings(config: Config): string {
  const audience =
    config.OIDC_AUDIENCE.length > 0
      ? `${config.OIDC_AUDIENCE.join(' or ')} (OIDC_AUDIENCE)`
      : `${config.OIDC_CLIENT_ID} (OIDC_CLIENT_ID, because OIDC_AUDIENCE is not set)`;
  return `Access tokens must be for ${audience}; roles are in the claim ${config.ROLES_CLAIM} (ROLES_CLAIM), where ${config.ADMIN_ROLE} means administrator (ADMIN_ROLE), and the advisor type is in ${config.ADVISOR_TYPE_CLAIM} (ADVISOR_TYPE_CLAIM). To try a sign-in’s tokens, run doctor with --token-file.`;
}

/**
 * Tries the tokens of a sign-in as the portal would, and says in words what is missing. `text` has the identity token
 * and the access token in any order, or the provider's JSON response with both.
 */
export async function checkTokens(config: Config, text: string): Promise<Finding[]> {
  const notes = notesOn('tokens');
  const tokens = readTokens(text);
  if (!tokens) {
    notes.fail(
      'The token file does not have an identity token and an access token.',
      'Sign in with the browser’s developer tools open, and copy the response of the provider’s token endpoint into the file.',
    );
    return notes.findings;
  }
  await tryPair(notes, config, tokens);
  describePerson(notes, config, tokens);
  return notes.findings;
}

function readTokens(text: string): { id: Token; access: Token } | undefined {
  const found = text.split(/[^\w.-]+/).filter((part) => part.split('.').length === 3);
  const tokens = found.flatMap((one) => {
    try {
      return [{ text: one, claims: decodeJwt(one), isAccess: isAccessToken(one, text) }];
    } catch {
      return [];
    }
  });
  const [first, second] = tokens;
  if (!first || !second || tokens.length > 2) return undefined;
  const isReversed = first.isAccess && !second.isAccess;
  return isReversed ? { id: second, access: first } : { id: first, access: second };
}

function isAccessToken(token: string, text: string): boolean {
  if (new RegExp(`access_token"?\\s*[:=]\\s*"?${token.slice(0, 40)}`).test(text)) {
    const at = text.indexOf(token);
    return /access_token"?\s*[:=]\s*"?$/.test(text.slice(0, at));
  }
  const claims = decodeJwt(token);
  const type = (decodeProtectedHeader(token).typ ?? '').toLowerCase();
  if (type.endsWith('at+jwt') || claims['token_use'] === 'access' || claims['typ'] === 'Bearer') return true;
  const isIdentity = ['nonce', 'at_hash', 'c_hash'].some((name) => claims[name] !== undefined);
  return !isIdentity && ['scope', 'scp', 'client_id', 'cid'].some((name) => claims[name] !== undefined);
}

async function tryPair(notes: Notes, config: Config, { id, access }: { id: Token; access: Token }): Promise<void> {
  let keys;
  try {
    keys = createKeyStore({ jwksUri: (await discover(config)).jwks_uri });
    await keys.refresh();
    const rules = tokenRules(config, keys.keyFor);
    await verifyTokenPair({ idToken: id.text, accessToken: access.text }, rules, new Date());
    notes.ok('The portal accepts both tokens.');
  } catch (error) {
    if (error instanceof PortalError && error.code !== 'unavailable')
      notes.fail(error.message, adviceOn(error, config, { id, access }));
    else
      notes.fail(`The tokens can’t be verified: ${reasonOf(error)}.`, 'See the findings about the identity provider.');
  } finally {
    keys?.close();
  }
}

function adviceOn(error: PortalError, config: Config, { id, access }: { id: Token; access: Token }): string {
  const isId = error.message.includes('identity token');
  const { claims, text } = isId ? id : access;
  switch (error.code) {
    case 'token_issuer':
      return `The token’s issuer (iss) is ${String(claims.iss)}, and OIDC_ISSUER is ${config.OIDC_ISSUER}: set it to exactly the token’s.`;
    case 'token_audience':
      return audienceAdvice(config, claims, isId);
    case 'token_expired':
      return `It expired at ${timeOf(claims.exp)}: copy the tokens of a new sign-in.`;
    case 'token_not_active':
      return `It is valid from ${timeOf(claims.nbf ?? claims.iat)}: compare the clocks.`;
    case 'token_algorithm':
      return `It is signed with ${String(decodeProtectedHeader(text).alg)}: set OIDC_ALGORITHMS to that, or change it at the provider.`;
    case 'token_signature':
      return 'Its key is not among those that the provider publishes: does it come from the provider at OIDC_ISSUER?';
    default:
      return `The claims of that token are ${Object.keys(claims).join(', ')}.`;
  }
}

const timeOf = (seconds: unknown): string =>
  typeof seconds === 'number' ? new Date(seconds * 1000).toISOString() : String(seconds);

function audienceAdvice(config: Config, claims: JWTPayload, isId: boolean): string {
  const audience = [claims.aud ?? []].flat();
  const is =
    audience.length > 0 ? `The token’s audience (aud) is ${audience.join(', ')}` : 'The token has no audience (aud)';
  const client = ['client_id', 'azp', 'cid', 'appid'].map((name) => claims[name]).find((value) => value !== undefined);
  if (isId)
    return `${is}, and OIDC_CLIENT_ID is ${config.OIDC_CLIENT_ID}: set it to the portal’s client at the provider.`;
  if (client !== undefined && client !== config.OIDC_CLIENT_ID)
    return `The token was issued to the client ${String(client)}, and OIDC_CLIENT_ID is ${config.OIDC_CLIENT_ID}.`;
  const accepted = config.OIDC_AUDIENCE.length > 0 ? config.OIDC_AUDIENCE.join(', ') : config.OIDC_CLIENT_ID;
  return `${is}, and the portal accepts ${accepted}: set OIDC_AUDIENCE to the token’s audience, if that is the portal’s API.`;
}

/** Who the portal would take the person for, and which claims are missing for that. */
function describePerson(notes: Notes, config: Config, { id, access }: { id: Token; access: Token }): void {
  const names = [...new Set([...Object.keys(id.claims), ...Object.keys(access.claims)])];
  const claim = (name: string) => findClaim(id.claims, name) ?? findClaim(access.claims, name);
  const missing = (setting: string, name: string, effect: string) =>
    notes.warn(
      `Neither token has the claim ${name} (${setting}), so ${effect}.`,
      `Add it at the provider, or set ${setting} to one of: ${names.join(', ')}. A dot leads into a claim, as in realm_access.roles.`,
    );
  const pair = {
    issuer: config.OIDC_ISSUER,
    subject: '',
    expiresAt: 0,
    idClaims: id.claims,
    accessClaims: access.claims,
  };
  const profile = readProfile({ ...pair, idClaims: { ...id.claims, iat: id.claims.iat ?? 0 } }, config).claims;
  const roles = claim(config.ROLES_CLAIM);
  if (roles === undefined) missing('ROLES_CLAIM', config.ROLES_CLAIM, 'the person has no roles');
  else if (profile.roles.includes('admin')) notes.ok('The person is an administrator.');
  else
    notes.warn(
      `The person is not an administrator: ${config.ROLES_CLAIM} is ${JSON.stringify(roles)}, and ADMIN_ROLE is ${config.ADMIN_ROLE}.`,
      'If they should be one, set ADMIN_ROLE to one of their roles, or give them that role at the provider.',
    );
  const type = claim(config.ADVISOR_TYPE_CLAIM);
  if (type === undefined)
    missing('ADVISOR_TYPE_CLAIM', config.ADVISOR_TYPE_CLAIM, 'the person sees only what is for everyone');
  else if (profile.advisor_type === null)
    notes.warn(
      `${JSON.stringify(type)} in ${config.ADVISOR_TYPE_CLAIM} is not an advisor type, so the person sees only what is for everyone.`,
      `Advisor types are ${advisorTypes.join(', ')}.`,
    );
  else notes.ok(`The advisor type is ${profile.advisor_type}.`);
  if (config.DEPARTMENTS_CLAIM !== undefined && claim(config.DEPARTMENTS_CLAIM) === undefined)
    missing('DEPARTMENTS_CLAIM', config.DEPARTMENTS_CLAIM, 'the person can write for no department');
  for (const [dimension, name] of Object.entries(config.FACT_CLAIMS))
    if (claim(name) === undefined) missing('FACT_CLAIMS', name, `their ${dimension} is not known`);
  if (profile.email === null)
    notes.warn('Neither token has an email address.', 'Request the scope email, or add the claim at the provider.');
}
