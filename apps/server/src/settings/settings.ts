import { HOUR_MS } from '@portico/contracts/durations';
import {
  text,
  oneOf,
  wholeNumber,
  share,
  yesNo,
  list,
  commaList,
  someOf,
  network,
  plainLine,
  httpUrl,
  postgresUrl,
  timeZone,
  postgresUrls,
  brokerUrl,
  smtpUrl,
  mailAddress,
  origins,
  exactOrigins,
  longSecret,
  launchAddresses,
  studioRoleValues,
  factClaims,
  optional,
} from './settingParsers.ts';
import { backupSettings } from './backupSettings.ts';
import { parseClamdAddress } from './clamdAddress.ts';
import { filesUrl } from './filesAddress.ts';
import { parseProofKeys } from './proofKeys.ts';
import { setting } from './setting.ts';

/** Every setting of the server, by the name of its environment variable. */
export const settings = {
  PORT: setting({ default: '3000', description: 'Port to listen on', parse: wholeNumber(0, 65535) }),
  HOST: setting({
    default: 'localhost',
    description: 'Address to listen on; `0.0.0.0` for all interfaces',
    parse: text,
  }),
  PORTICO_ROLE: setting({
    default: 'all',
    description: '`web` serves requests, `worker` runs jobs (email, text extraction), `all` does both',
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
  FIRM_TIME_ZONE: setting({
    default: 'America/New_York',
    description:
      'The firm’s time zone, as an IANA name such as `America/Chicago`: for events without their own zone, times in email, the hour of the daily email, and what “today” is',
    parse: timeZone,
  }),
  PORTICO_DATA_DIR: setting({
    default: '.data',
    description: 'Folder for pictures, files and, when embedded, the database',
    parse: text,
  }),
  FILES_URL: setting({
    default: '',
    description:
      'Where pictures and files are: `s3://bucket/prefix?endpoint=…&region=…&forcePathStyle=…`, with credentials from the standard AWS variables, files or roles, or `file:///folder`; `files` in `PORTICO_DATA_DIR` when empty',
    parse: optional(filesUrl),
  }),
  FILES_ALSO_URL: setting({
    default: '',
    description:
      'While files are being moved: a second address of this kind, to read files that are not at `FILES_URL` yet; docs/operations.md has the steps',
    parse: optional(filesUrl),
  }),
  FILES_QUOTA_BYTES: setting({
    default: '10737418240',
    description: 'Maximum total size of all documents and form files; uploads beyond it are rejected',
    parse: wholeNumber(0, 2 ** 50),
  }),
  FORM_FILES_PER_PERSON_BYTES: setting({
    default: '1073741824',
    description: 'Maximum total size of the files that one person has uploaded with forms',
    parse: wholeNumber(0, 2 ** 50),
  }),
  UNUSED_UPLOADS_DAYS: setting({
    default: '30',
    description:
      'Days to keep an uploaded file or picture that no item, version, draft or form uses, counted from its last use or upload',
    parse: wholeNumber(1, 100_000),
  }),
  CLAMAV_URL: setting({
    default: '',
    description:
      'Virus scanner (clamd) that scans uploads: `unix:///run/clamav/clamd.ctl` or `tcp://clamav:3310`; without it nothing is scanned',
    parse: optional(parseClamdAddress),
  }),
  CLAMAV_FAIL_OPEN: setting({
    default: 'false',
    description:
      'Whether uploads can be opened while the virus scanner is unavailable; otherwise they wait until they have been scanned',
    parse: yesNo,
  }),
  ...backupSettings,
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
      'The same database with the role that owns its tables, for migrations; the role of `DATABASE_URL` then needs no permission to change them',
    parse: optional(postgresUrl),
  }),
  DATABASE_LISTEN_URL: setting({
    default: '',
    secret: true,
    description:
      'The same database without a pooler, for LISTEN, when `DATABASE_URL` points to a pooler that shares connections between transactions',
    parse: optional(postgresUrl),
  }),
  DATABASE_READ_URLS: setting({
    default: '',
    secret: true,
    description:
      'Streaming replicas of the database that serve reads, separated by commas; each needs its own address. docs/operations-reference.md has the rules',
    parse: postgresUrls,
  }),
  DATABASE_READ_MAX_LAG_MS: setting({
    default: '5000',
    description: 'A replica that is further behind than this gets no reads until it has caught up',
    parse: wholeNumber(1000, 600_000),
  }),
  PUSH_URL: setting({
    default: '',
    secret: true,
    description:
      'Broker that carries live updates between processes: `redis://` or `rediss://` (Redis 6.0 or newer, Valkey), `nats://` or `tls://` (NATS), each with `user:password@` if needed; PostgreSQL carries them when empty',
    parse: optional(brokerUrl),
  }),
  DATABASE_POOL_SIZE: setting({
    default: '10',
    description: 'Maximum number of database connections of one process',
    parse: wholeNumber(1, 500),
  }),
  SEARCH_THREADS: setting({
    default: '1',
    description:
      'Threads per process that run searches, each with two more database connections; they start when people search',
    parse: wholeNumber(1, 64),
  }),
  OCR: setting({
    default: 'off',
    description:
      '`on` recognizes English text in PDF files and pictures that contain only pixels, in the background; about five seconds of CPU time per page',
    parse: (value) => oneOf('on', 'off')(value) === 'on',
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
    default: 'studio-author=author, studio-editor=editor, studio-approver=approver, studio-administrator=administrator',
    description:
      'Which values of `ROLES_CLAIM` give which role in the studio, as `value=role` separated by commas; roles are author, editor, approver and administrator. The value of `EDITOR_ROLE` makes an administrator unless it is named here',
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
  MAIL_CONNECTIONS: setting({
    default: '5',
    description: 'Connections to the mail server, which are reused; each sends one email at a time',
    parse: wholeNumber(1, 50),
  }),
  APPLICATION_ADDRESSES: setting({
    default: '{}',
    description:
      'Addresses that the cards of the applications panel open, as a JSON object by application, e.g. `{"Redtail": "https://crm.example.com"}`',
    parse: launchAddresses,
  }),
  VISIT_LINKS: setting({
    default: 'false',
    description:
      'Whether a job visits the web addresses that editors link to, to warn about broken ones; addresses in private networks are never visited',
    parse: yesNo,
  }),
  WEBHOOK_NETWORKS: setting({
    default: '',
    description:
      'Private addresses and networks that webhooks may call, also over http, e.g. `10.20.0.0/16`, separated by commas; without it, only public addresses over https',
    parse: (value) => list(value).map(network),
  }),
  REMEMBER_BROWSER: setting({
    default: 'false',
    description:
      'Lets people skip the sign-in code for 30 days in one remembered browser; needs an identity provider that calls `/api/Account/RedeemLoginTicket`',
    parse: yesNo,
  }),
  ACCOUNT_SECRET: setting({
    default: '',
    secret: true,
    description:
      'Bearer token of at least 32 characters that the identity provider uses to ask whether a browser is remembered; without it that call returns 404',
    parse: optional(longSecret),
  }),
  EMBEDDING_ORIGINS: setting({
    default: '',
    description: 'Origins of other applications whose pages may load the sidebar and call the API, separated by commas',
    parse: exactOrigins,
  }),
  IMAGE_ORIGINS: setting({
    default: '',
    description: 'Origins of profile pictures, in addition to the portal',
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
  CONTENT_RETENTION_DAYS: setting({
    default: '2190',
    description:
      'Days to keep an archived item that readers have seen; only then can an administrator permanently delete it',
    parse: wholeNumber(0, 100_000),
  }),
  PROOF_KEYS: setting({
    default: '',
    secret: true,
    description:
      'Keys of the log of proofs, as `npm run --silent proof:key` prints them, separated by commas: the first signs, older ones remain to verify what they signed; without it, no receipts are offered. `npm start` makes one. docs/proofs.md has the steps',
    parse: optional(parseProofKeys),
  }),
  RATE_LIMIT_PER_MINUTE: setting({
    default: '6000',
    description:
      'Requests per minute of one person, of one API token, or of one address without sign-in; twenty times as many for front-end files; 0 for no limit',
    parse: wholeNumber(0, 10_000_000),
  }),
  MAX_EVENT_LOOP_DELAY_MS: setting({
    default: '1000',
    description: 'When the event loop falls behind by more than this, the process rejects requests until it catches up',
    parse: wholeNumber(100, 600_000),
  }),
  HSTS_INCLUDE_SUBDOMAINS: setting({
    default: 'true',
    description:
      'Over HTTPS, browsers also reject plain http for every host below that of `PUBLIC_URL`; `false` if one of them has no TLS',
    parse: yesNo,
  }),
  HSTS_PRELOAD: setting({
    default: 'false',
    description:
      'Lets the domain be added to the list of HTTPS-only domains built into browsers, which takes months to undo; needs `HSTS_INCLUDE_SUBDOMAINS`',
    parse: yesNo,
  }),
  METRICS_TOKEN: setting({
    default: '',
    secret: true,
    description:
      'Bearer token for /metrics; without it, only this machine may read them, and no one if `PUBLIC_URL` is another host',
    parse: optional(text),
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting({
    default: '',
    description:
      'OpenTelemetry collector that gets traces, metrics and logs as OTLP over HTTP, e.g. `http://collector:4318`; the other `OTEL_EXPORTER_OTLP_…` variables (headers, timeout, compression, certificates) and `OTEL_RESOURCE_ATTRIBUTES` apply as well',
    parse: optional(httpUrl),
  }),
  OTEL_SDK_DISABLED: setting({
    default: 'false',
    description: 'Turns off all exports, even with an endpoint',
    parse: yesNo,
  }),
  OTEL_SERVICE_NAME: setting({ default: 'portico', description: 'Name of the service in telemetry', parse: plainLine }),
  OTEL_TRACES_EXPORTER: setting({
    default: 'otlp',
    description: '`none` exports no traces',
    parse: oneOf('otlp', 'none'),
  }),
  OTEL_METRICS_EXPORTER: setting({
    default: 'otlp',
    description: '`none` exports no metrics',
    parse: oneOf('otlp', 'none'),
  }),
  OTEL_LOGS_EXPORTER: setting({
    default: 'otlp',
    description: '`none` exports no logs',
    parse: oneOf('otlp', 'none'),
  }),
  OTEL_TRACES_SAMPLER: setting({
    default: 'parentbased_always_on',
    description:
      'Which traces are exported: `always_on`, `always_off` or `traceidratio`, each also with `parentbased_` to follow the caller',
    parse: oneOf(
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ),
  }),
  OTEL_TRACES_SAMPLER_ARG: setting({
    default: '1',
    description: 'Share of traces for `traceidratio`, from 0 to 1',
    parse: share,
  }),
  OTEL_METRIC_EXPORT_INTERVAL: setting({
    default: '60000',
    description: 'Milliseconds between exports of metrics',
    parse: wholeNumber(100, HOUR_MS),
  }),
  OTEL_BSP_SCHEDULE_DELAY: setting({
    default: '5000',
    description: 'Milliseconds between exports of traces',
    parse: wholeNumber(10, 600_000),
  }),
  OTEL_BLRP_SCHEDULE_DELAY: setting({
    default: '1000',
    description: 'Milliseconds between exports of logs',
    parse: wholeNumber(10, 600_000),
  }),
  SHUTDOWN_GRACE_MS: setting({
    default: '500',
    description:
      'How long the portal still accepts requests after SIGTERM, so that load balancers notice; docs/operations-reference.md suggests values',
    parse: wholeNumber(0, 60_000),
  }),
  LOG_LEVEL: setting({
    default: 'info',
    description: '`debug`, `info`, `warn`, `error` or `silent`',
    parse: oneOf('debug', 'info', 'warn', 'error', 'silent'),
  }),
};
