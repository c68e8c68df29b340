import { setting } from './setting.ts';
import { text, oneOf, commaList, someOf, httpUrl, studioRoleValues, factClaims, optional } from './settingParsers.ts';

/** The identity provider, and what its claims mean. */
export const signInSettings = {
  OIDC_ISSUER: setting({
    default: undefined,
    description: 'Issuer of the OpenID Connect provider; `npm start` runs a development provider when it is not set',
    parse: text,
  }),
  OIDC_DISCOVERY_URL: setting({
    default: '',
    description: 'Address of the discovery document, if it is not under the issuer',
    parse: optional(httpUrl),
  }),
  OIDC_CLIENT_ID: setting({ default: undefined, description: 'The portal’s client id at the provider', parse: text }),
  OIDC_AUDIENCE: setting({
    default: '',
    description:
      'Accepted `aud` values of access tokens, separated by commas (a value may contain spaces); the client id when empty',
    parse: commaList,
  }),
  OIDC_SCOPE: setting({
    default: '',
    description:
      'Scopes requested at sign-in; when empty `openid email phone profile`, and in the implicit mode with Cognito also `aws.cognito.signin.user.admin`',
    parse: optional(text),
  }),
  OIDC_RESPONSE_TYPE: setting({
    default: '',
    description:
      'Response type of the implicit mode: `id_token token` or `token`; when empty `token` with Cognito, which then sends both tokens, and `id_token token` elsewhere',
    parse: optional(oneOf('id_token token', 'token')),
  }),
  OIDC_ALGORITHMS: setting({
    default: 'RS256',
    description: 'Accepted signature algorithms of tokens: RS256, PS256, ES256',
    parse: someOf(oneOf('RS256', 'PS256', 'ES256')),
  }),
  OIDC_EXTRA_PARAMS: setting({
    default: '',
    description: 'Additional parameters of the authorization request, as `name=value&name=value`',
    parse: (value) => Object.fromEntries(new URLSearchParams(value)),
  }),
  OIDC_LOGOUT_STYLE: setting({
    default: 'auto',
    description:
      '`end_session` as in OpenID Connect, `cognito` for client_id and logout_uri, `none`; `auto` depends on the provider',
    parse: oneOf('auto', 'end_session', 'cognito', 'none'),
  }),
  OIDC_LOGOUT_URL: setting({
    default: '',
    description: 'Logout address, if the discovery document has none or to override it',
    parse: optional(httpUrl),
  }),
  SIGN_IN_MODE: setting({
    default: 'code',
    description: '`code` (authorization code with PKCE) or `implicit` (tokens in the address hash)',
    parse: oneOf('code', 'implicit'),
  }),
  ROLES_CLAIM: setting({
    default: 'custom:roles',
    description: 'Claim with the person’s roles or groups, e.g. `cognito:groups` or the nested `realm_access.roles`',
    parse: text,
  }),
  EDITOR_ROLE: setting({ default: 'editor', description: 'Value of that claim for editors', parse: text }),
  ADMIN_ROLE: setting({
    default: 'admin',
    description: 'Value of that claim for administrators',
    parse: text,
  }),
  STUDIO_ROLES: setting({
    default:
      'studio-author=author, studio-editor=editor, studio-approver=approver, studio-administrator=administrator, studio-compliance=compliance',
    description:
      'Which values of `ROLES_CLAIM` give which role in the studio, as `value=role` separated by commas; roles are author, editor, approver, administrator and compliance. The value of `EDITOR_ROLE` makes an administrator unless it is named here',
    parse: studioRoleValues,
  }),
  DEPARTMENTS_CLAIM: setting({
    default: '',
    description:
      'Claim with the departments that authors and editors of the studio write for; without it, roles from claims are for all departments',
    parse: optional(text),
  }),
  ADVISOR_TYPE_CLAIM: setting({
    default: 'custom:advisorType',
    description: 'Claim with the advisor type',
    parse: text,
  }),
  FACT_CLAIMS: setting({
    default: '{}',
    description:
      'Claims with facts that audiences compare, as a JSON object by dimension (`firm`, `branch`, `state`, `license`, `team`), e.g. `{"branch": "custom:branch", "state": "custom:states"}`; a claim is a list, or a string with `;` between values',
    parse: factClaims,
  }),
};
