import { isIP } from 'node:net';
import { applicationNames, type ApplicationName } from '@portico/contracts/applications';

interface Setting<T> {
  default: string | undefined;
  description: string;
  secret?: boolean;
  /** Parses the text, or throws an Error whose message completes "NAME …". */
  parse: (text: string) => T;
}

const text = (value: string): string => value;

const oneOf =
  <const Choice extends string>(...choices: Choice[]) =>
  (value: string): Choice => {
    const found = choices.find((choice) => choice === value);
    if (found === undefined) throw new Error(`must be one of ${choices.join(', ')}`);
    return found;
  };

const wholeNumber =
  (min: number, max: number) =>
  (value: string): number => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max)
      throw new Error(`must be a whole number from ${min} to ${max}`);
    return number;
  };

const yesNo = (value: string): boolean => oneOf('true', 'false')(value) === 'true';

const list = (value: string): string[] => value.split(/[\s,]+/).filter(Boolean);

const someOf =
  <T>(parse: (entry: string) => T) =>
  (value: string): T[] => {
    const entries = list(value);
    if (entries.length === 0) throw new Error('must name at least one');
    return entries.map(parse);
  };

/** An address such as 10.0.0.7 or a network such as 10.0.0.0/8. */
const network = (entry: string): string => {
  const [address = '', prefix = '0', ...rest] = entry.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > bits || rest.length > 0)
    throw new Error(`must list addresses or networks such as 10.0.0.0/8, not ${entry}`);
  return entry;
};

const plainLine = (value: string): string => {
  if (/\p{C}/u.test(value)) throw new Error('must be one line of plain text');
  return value;
};

const httpUrl = (value: string): string => {
  const url = URL.parse(value);
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw new Error('must be an http or https address');
  return value.replace(/\/+$/, '');
};

const postgresUrl = (value: string): string => {
  if (!/^postgres(?:ql)?:\/\//.test(value) || !URL.canParse(value)) throw new Error('must be a postgres:// address');
  return value;
};

const smtpUrl = (value: string): string => {
  const url = URL.parse(value);
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '')
    throw new Error('must be an smtp:// or smtps:// address');
  return value;
};

const mailAddress = (value: string): string => {
  if (!/^[\w.+-]{1,64}@[\w.-]{1,190}$/.test(value))
    throw new Error('must be an email address such as portal@example.com');
  return value;
};

const origins = (value: string): string[] =>
  list(value).map((entry) => {
    if (URL.parse(entry)?.origin !== entry)
      throw new Error(`must list origins such as https://pictures.example.com, not ${entry}`);
    return entry;
  });

/** Whole origins only: a pattern would look as if it had an effect. */
const exactOrigins = (value: string): string[] =>
  origins(value).map((entry) => {
    if (entry.includes('*') || !/^https?:/.test(entry))
      throw new Error(`must list whole origins such as https://crm.example.com, not ${entry}`);
    return entry;
  });

const longSecret = (value: string): string => {
  if (value.length < 32) throw new Error('must have at least 32 characters');
  return value;
};

/** A JSON object of http(s) addresses by application. */
const launchAddresses = (value: string): Partial<Record<ApplicationName, string>> => {
  let given: unknown;
  try {
    given = JSON.parse(value);
  } catch {
    throw new Error('must be a JSON object');
  }
  if (given === null || typeof given !== 'object' || Array.isArray(given)) throw new Error('must be a JSON object');
  return Object.fromEntries(
    Object.entries(given).map(([name, address]) => {
      if (!applicationNames.some((known) => known === name))
        throw new Error(`must name applications of the portal, not ${name}`);
      return [name, httpUrl(String(address))];
    }),
  );
};

const optional =
  <T>(parse: (value: string) => T) =>
  (value: string): T | undefined =>
    value === '' ? undefined : parse(value);

const setting = <T>(definition: Setting<T>): Setting<T> => definition;

/** Every setting of the server, by the name of its environment variable. */
const settings = {
  PORT: setting({ default: '3000', description: 'Port to listen on', parse: wholeNumber(0, 65535) }),
  HOST: setting({
    default: 'localhost',
    description: 'Address to listen on; `0.0.0.0` for all interfaces',
    parse: text,
  }),
  PORTICO_ROLE: setting({
    default: 'all',
    description: '`web` answers requests, `worker` runs jobs (email, text extraction), `all` does both',
    parse: oneOf('web', 'worker', 'all'),
  }),
  PUBLIC_URL: setting({
    default: '',
    description: 'Public address of the portal, without a path; `http://localhost:PORT` when empty',
    parse: optional(httpUrl),
  }),
  PRODUCT_NAME: setting({
    default: 'Portico',
    description: 'Name in page titles and at the top of the sidebar',
    parse: plainLine,
  }),
  PORTICO_DATA_DIR: setting({
    default: '.data',
    description: 'Folder for pictures, files and, when embedded, the database',
    parse: text,
  }),
  FILES_QUOTA_BYTES: setting({
    default: '10737418240',
    description: 'Total size of all documents and form files; uploads beyond it are rejected',
    parse: wholeNumber(0, 2 ** 50),
  }),
  FORM_FILES_PER_PERSON_BYTES: setting({
    default: '1073741824',
    description: 'Total size of the files that one person has uploaded with forms',
    parse: wholeNumber(0, 2 ** 50),
  }),
  DATABASE_URL: setting({
    default: undefined,
    secret: true,
    description: 'PostgreSQL 15 or newer; `npm start` runs an embedded one when it is not set',
    parse: postgresUrl,
  }),
  DATABASE_OWNER_URL: setting({
    default: '',
    secret: true,
    description:
      'The same database with the role that owns its tables, for migrations; the role of `DATABASE_URL` then needs no right to change them',
    parse: optional(postgresUrl),
  }),
  DATABASE_LISTEN_URL: setting({
    default: '',
    secret: true,
    description:
      'The same database without a pooler, for LISTEN, when `DATABASE_URL` points to a pooler that shares connections between transactions',
    parse: optional(postgresUrl),
  }),
  DATABASE_POOL_SIZE: setting({
    default: '10',
    description: 'Maximum number of database connections of one process',
    parse: wholeNumber(1, 500),
  }),
  DATABASE_PREPARE: setting({
    default: 'true',
    description: 'Prepared statements; `false` behind a pooler in transaction mode',
    parse: yesNo,
  }),
  DATABASE_STATEMENT_TIMEOUT_MS: setting({
    default: '2000',
    description: 'A statement that runs longer is canceled',
    parse: wholeNumber(100, 60_000),
  }),
  OIDC_ISSUER: setting({
    default: undefined,
    description: 'Issuer of the OpenID Connect provider; `npm start` runs a development provider when it is not set',
    parse: text,
  }),
  OIDC_DISCOVERY_URL: setting({
    default: '',
    description: 'Address of the discovery document, if it is not below the issuer',
    parse: optional(httpUrl),
  }),
  OIDC_CLIENT_ID: setting({ default: undefined, description: 'The portal’s client id at the provider', parse: text }),
  OIDC_AUDIENCE: setting({
    default: '',
    description: 'Accepted `aud` values of access tokens, separated by commas; the client id when empty',
    parse: list,
  }),
  OIDC_SCOPE: setting({
    default: 'openid email phone profile',
    description: 'Scopes requested at sign-in',
    parse: text,
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
  ADVISOR_TYPE_CLAIM: setting({
    default: 'custom:advisorType',
    description: 'Claim with the advisor type',
    parse: text,
  }),
  SMTP_URL: setting({
    default: '',
    secret: true,
    description:
      'Mail server, as `smtp://user:password@host:587`, or `smtps://` for implicit TLS; `npm start` runs a mailbox that catches all email when it is not set',
    parse: optional(smtpUrl),
  }),
  MAIL_FROM: setting({
    default: '',
    description: 'Sender address of email; `no-reply@` and the host of `PUBLIC_URL` when empty',
    parse: optional(mailAddress),
  }),
  APPLICATION_ADDRESSES: setting({
    default: '{}',
    description:
      'Addresses that the cards of the applications panel open, as a JSON object by application, e.g. `{"Redtail": "https://crm.example.com"}`',
    parse: launchAddresses,
  }),
  REMEMBER_BROWSER: setting({
    default: 'false',
    description:
      'Lets people have a browser remembered for 30 days, during which they sign in without a code; needs an identity provider that calls `/api/Account/RedeemLoginTicket`',
    parse: yesNo,
  }),
  ACCOUNT_SECRET: setting({
    default: '',
    secret: true,
    description:
      'Bearer token of at least 32 characters that the identity provider uses to ask whether a browser is remembered; without it that call answers 404',
    parse: optional(longSecret),
  }),
  EMBEDDING_ORIGINS: setting({
    default: '',
    description: 'Origins of other applications whose pages may load the sidebar and call the API, separated by commas',
    parse: exactOrigins,
  }),
  IMAGE_ORIGINS: setting({
    default: '',
    description: 'Origins of profile pictures, besides the portal',
    parse: origins,
  }),
  ANALYTICS_ID: setting({
    default: '',
    description: 'Id for the page-analytics script; no script is loaded when empty',
    parse: optional(plainLine),
  }),
  ANALYTICS_SCRIPT_URL: setting({
    default: '',
    description:
      'Address of the page-analytics script, which gets the id as `?id=`; while an id is set, pages may load scripts from its origin and send data to it',
    parse: optional(httpUrl),
  }),
  TRUSTED_PROXIES: setting({
    default: '',
    description: 'Addresses or networks of reverse proxies whose X-Forwarded-For is trusted',
    parse: (value) => list(value).map(network),
  }),
  RATE_LIMIT_PER_MINUTE: setting({
    default: '6000',
    description:
      'Requests per minute of one person, or of one address without sign-in; twenty times as many for files of the front end; 0 for no limit',
    parse: wholeNumber(0, 10_000_000),
  }),
  MAX_EVENT_LOOP_DELAY_MS: setting({
    default: '1000',
    description: 'When the event loop falls behind by more than this, the process rejects requests until it catches up',
    parse: wholeNumber(100, 600_000),
  }),
  METRICS_TOKEN: setting({
    default: '',
    secret: true,
    description: 'Bearer token for /metrics; without it only this machine may read them',
    parse: optional(text),
  }),
  SHUTDOWN_GRACE_MS: setting({
    default: '500',
    description: 'How long the portal still accepts requests after SIGTERM, so that load balancers notice',
    parse: wholeNumber(0, 60_000),
  }),
  LOG_LEVEL: setting({
    default: 'info',
    description: '`debug`, `info`, `warn`, `error` or `silent`',
    parse: oneOf('debug', 'info', 'warn', 'error', 'silent'),
  }),
};

type Settings = typeof settings;
export type Config = { [Name in keyof Settings]: ReturnType<Settings[Name]['parse']> } & {
  PUBLIC_URL: string;
  MAIL_FROM: string;
};

/** Everything that is wrong with the configuration, one problem per line, without the values of secrets. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** A single setting, for commands that need no other. Throws ConfigError. */
export function loadSetting<Name extends keyof Settings>(
  name: Name,
  env: Record<string, string | undefined>,
): Config[Name] {
  const { default: fallback = '', parse } = settings[name] as Setting<Config[Name]>;
  try {
    return parse(env[name]?.trim() || fallback);
  } catch (error) {
    throw new ConfigError(`${name} ${(error as Error).message}`);
  }
}

/** Reads and checks every setting from `env` alone. Throws ConfigError with all problems together. */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, { default: fallback, parse, secret }] of Object.entries<Setting<unknown>>(settings)) {
    const given = env[name]?.trim() || fallback;
    if (given === undefined) {
      problems.push(`${name} is required`);
      continue;
    }
    try {
      values[name] = parse(given);
    } catch (error) {
      problems.push(`${name} ${(error as Error).message}${secret ? '' : `, not ${JSON.stringify(given)}`}`);
    }
  }
  values['PUBLIC_URL'] ??= `http://localhost:${String(values['PORT'])}`;
  values['MAIL_FROM'] ??= `no-reply@${URL.parse(String(values['PUBLIC_URL']))?.hostname}`;
  const config = values as Config;
  if (problems.length === 0) problems.push(...contradictions(config));
  if (problems.length > 0)
    throw new ConfigError(`The configuration is not valid:\n${problems.map((line) => `  ${line}`).join('\n')}`);
  return config;
}

function contradictions(config: Config): string[] {
  const problems: string[] = [];
  const { origin, protocol, hostname } = new URL(config.PUBLIC_URL);
  if (origin !== config.PUBLIC_URL) problems.push(`PUBLIC_URL must not have a path, not "${config.PUBLIC_URL}"`);
  const onThisMachine = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol === 'http:' && !onThisMachine)
    problems.push('PUBLIC_URL must be https, because browsers keep the sign-in cookies only there');
  if (!/^https?:$/.test(URL.parse(config.OIDC_ISSUER)?.protocol ?? ''))
    problems.push(`OIDC_ISSUER must be an http or https address, not "${config.OIDC_ISSUER}"`);
  else if (protocol === 'https:' && !config.OIDC_ISSUER.startsWith('https:'))
    problems.push('OIDC_ISSUER must be https when PUBLIC_URL is');
  if (config.DATABASE_OWNER_URL !== undefined && new URL(config.DATABASE_URL).username === '')
    problems.push('DATABASE_URL must name its role when DATABASE_OWNER_URL is set');
  if (!config.DATABASE_PREPARE && config.DATABASE_OWNER_URL === undefined && config.DATABASE_LISTEN_URL === undefined)
    problems.push('DATABASE_OWNER_URL or DATABASE_LISTEN_URL must lead past the pooler when DATABASE_PREPARE is false');
  if (config.ANALYTICS_ID !== undefined && config.ANALYTICS_SCRIPT_URL === undefined)
    problems.push('ANALYTICS_SCRIPT_URL is required when ANALYTICS_ID is set');
  if (!config.OIDC_SCOPE.split(' ').includes('openid')) problems.push('OIDC_SCOPE must contain openid');
  return problems;
}

/** The rows of the README's table, in the order of the settings. */
export function describeConfig(): Array<{ name: string; default: string; description: string; secret: boolean }> {
  return Object.entries<Setting<unknown>>(settings).map(([name, one]) => ({
    name,
    default: one.default ?? '',
    description: one.description,
    secret: one.secret ?? false,
  }));
}
