import { describe, expect, test } from 'vitest';
import { healthyParts } from '../testing/healthyParts.ts';
import { TEST_AUDIENCE, TEST_CLIENT_ID } from '../testing/testIssuer.ts';
import { examine } from './examine.ts';

const PERSON = {
  sub: 'ana',
  email: 'ana@portico.test',
  'custom:roles': ['admin'],
  'custom:advisorType': 'AdvisorHybrid',
};

/** What doctor says about the tokens of a sign-in, as `<status> <sentence> → <advice>`. */
async function tryTokens({
  claims = {},
  access = {},
  settings = {},
  form = (tokens) => `${tokens.idToken}\n${tokens.accessToken}\n`,
}: {
  claims?: Record<string, unknown>;
  access?: Record<string, unknown>;
  settings?: Record<string, string>;
  form?: (tokens: { idToken: string; accessToken: string }) => string;
} = {}): Promise<string[]> {
  const { env, issuer } = await healthyParts();
  const tokens = form(await issuer.tokens({ ...PERSON, ...claims }, access));
  const found = await examine({ ...env, ...settings }, false, { tokens });
  return found
    .filter(({ check }) => check === 'tokens')
    .map(({ status, what, advice }) => `${status} ${what}${advice === undefined ? '' : ` → ${advice}`}`);
}

const FINE = [
  'OK The portal accepts both tokens.',
  'OK The person is an administrator.',
  'OK The advisor type is AdvisorHybrid.',
];

describe('doctor, given the tokens of a sign-in,', () => {
  test.for([
    ['one after the other', undefined],
    ['in the other order', ({ idToken, accessToken }: Record<string, string>) => `${accessToken}\n${idToken}`],
    [
      'as the provider’s response',
      ({ idToken, accessToken }: Record<string, string>) =>
        JSON.stringify({ access_token: accessToken, token_type: 'Bearer', id_token: idToken, expires_in: 3600 }),
    ],
  ] as const)('accepts them %s and says who the person is [OPS-502]', async ([, form]) => {
    expect(await tryTokens(form && { form })).toEqual(FINE);
  });

  test('names the audience that the access token has and the setting that refuses it [OPS-502]', async () => {
    const [refused, ...rest] = await tryTokens({ access: { aud: 'api://portal' } });
    expect(refused).toBe(
      `problem The access token is meant for another application. → The token’s audience (aud) is api://portal, and the portal accepts ${TEST_AUDIENCE}: set OIDC_AUDIENCE to the token’s audience, if that is the portal’s API.`,
    );
    expect(rest).toEqual(FINE.slice(1));
    expect(await tryTokens({ settings: { OIDC_AUDIENCE: '' } })).toContain(
      `problem The access token is meant for another application. → The token’s audience (aud) is ${TEST_AUDIENCE}, and the portal accepts ${TEST_CLIENT_ID}: set OIDC_AUDIENCE to the token’s audience, if that is the portal’s API.`,
    );
    expect(await tryTokens({ claims: { aud: 'other-app' } })).toContain(
      `problem The identity token is meant for another application. → The token’s audience (aud) is other-app, and OIDC_CLIENT_ID is ${TEST_CLIENT_ID}: set it to the portal’s client at the provider.`,
    );
  });

  test.for([
    [{ claims: { iss: 'https://id.test/' } }, /iss\) is https:\/\/id\.test\/, and OIDC_ISSUER is http/],
    [{ claims: { exp: 1_700_000_000 } }, /expired at 2023-11-14T22:13:20\.000Z: copy the tokens of a new sign-in/],
    [{ settings: { OIDC_ALGORITHMS: 'ES256' } }, /is signed with RS256: set OIDC_ALGORITHMS/],
    [
      { form: ({ idToken }: { idToken: string }) => idToken },
      /token file does not have an identity token and an access token/,
    ],
  ] as const)('says why it refuses %j [OPS-502]', async ([changes, reason]) => {
    expect((await tryTokens(changes))[0]).toMatch(reason);
  });

  test('names each claim that is missing, its setting and the claims that the tokens have [OPS-502]', async () => {
    const found = await tryTokens({
      claims: { 'custom:roles': undefined, 'custom:advisorType': undefined, email: undefined, groups: ['x'] },
      settings: { FACT_CLAIMS: '{"branch": "custom:branch"}', DEPARTMENTS_CLAIM: 'department' },
    });
    const [accepted, ...missing] = found;
    expect(accepted).toBe(FINE[0]);
    expect(missing.map((line) => line.split(' → ')[0])).toEqual([
      'warning Neither token has the claim custom:roles (ROLES_CLAIM), so the person has no roles.',
      'warning Neither token has the claim custom:advisorType (ADVISOR_TYPE_CLAIM), so the person sees only what is for everyone.',
      'warning Neither token has the claim department (DEPARTMENTS_CLAIM), so the person can write for no department.',
      'warning Neither token has the claim custom:branch (FACT_CLAIMS), so their branch is not known.',
      'warning Neither token has an email address.',
    ]);
    expect(missing[0]).toMatch(/set ROLES_CLAIM to one of: .*\bgroups\b/);
  });

  test('says which roles the person has instead of the administrator’s, and names an unknown advisor type [OPS-502]', async () => {
    expect(await tryTokens({ claims: { 'custom:roles': ['Portal-Admins'], 'custom:advisorType': 'Broker' } })).toEqual([
      FINE[0],
      expect.stringMatching(
        /^warning The person is not an administrator: custom:roles is \["Portal-Admins"\], and ADMIN_ROLE is admin\./,
      ),
      expect.stringMatching(/^warning "Broker" in custom:advisorType is not an advisor type/),
    ]);
  });

  test('without tokens, names the settings that decide about them [OPS-502]', async () => {
    const { env } = await healthyParts();
    const found = (await examine({ ...env, OIDC_AUDIENCE: '' }, false)).find(({ what }) =>
      what.includes('ROLES_CLAIM'),
    );
    expect(found).toMatchObject({ check: 'identity provider', status: 'OK' });
    for (const name of ['OIDC_AUDIENCE is not set', 'ADMIN_ROLE', 'ADVISOR_TYPE_CLAIM', '--token-file'])
      expect(found?.what).toContain(name);
  });
});
