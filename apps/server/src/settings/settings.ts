import {
  text,
  oneOf,
  wholeNumber,
  yesNo,
  list,
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
  optional,
} from './settingParsers.ts';
import { backupSettings } from './backupSettings.ts';
import { parseClamdAddress } from './clamdAddress.ts';
import { filesUrl } from './filesAddress.ts';
import { parseProofKeys } from './proofKeys.ts';
import { parseProofWitness } from './proofWitness.ts';
import { setting } from './setting.ts';
import { signInSettings } from './signInSettings.ts';
import { telemetrySettings } from './telemetrySettings.ts';

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
  ...signInSettings,
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
      'Addresses that the cards of the applications panel open, as a JSON object by application, e.g. `{"Redtail": "https://crm.example.com"}`; one given at `/admin/applications` counts instead',
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
  INSIGHTS_RETENTION_DAYS: setting({
    default: '400',
    description:
      'Days to keep the daily counts of searched terms and of readers, which say nothing about who searched or read',
    parse: wholeNumber(1, 3650),
  }),
  INSIGHTS_KEY: setting({
    default: '',
    secret: true,
    description:
      'Secret of at least 32 characters, the same for all processes, so that a reader who reaches several of them counts once a day; without it, once a day for each process',
    parse: optional(longSecret),
  }),
  PROOF_KEYS: setting({
    default: '',
    secret: true,
    description:
      'Keys of the log of proofs, as `npm run --silent proof:key` prints them, separated by commas: the first signs, older ones remain to verify what they signed; without it, no receipts are offered. `npm start` makes one. docs/proofs.md has the steps',
    parse: optional(parseProofKeys),
  }),
  PROOF_WITNESS: setting({
    default: '',
    description:
      'The witness of the log of proofs: its public key in the notation `name+id+key`, a space, and the address below which its `add-checkpoint` is ([C2SP tlog-witness](https://c2sp.org/tlog-witness)); nobody else signs without it',
    parse: optional(parseProofWitness),
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
  ...telemetrySettings,
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
