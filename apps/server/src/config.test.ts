import { generateHybridIdentity, identityToRecipient } from 'age-encryption';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ConfigError, describeConfig, loadConfig } from './config.ts';
import { parseFilesAddress } from './settings/filesAddress.ts';
import { builtServer } from './testing/processes/builtServer.ts';

const required = {
  DATABASE_URL: 'postgres://portico:hunter2@db.internal/portico',
  OIDC_ISSUER: 'https://id.example.com',
  OIDC_CLIENT_ID: 'portal',
};
/** The address for migrations if DATABASE_URL is that of a pooler. */
const direct = { DATABASE_LISTEN_URL: 'postgres://portico:hunter2@db.internal/portico' };
const load = (env: Record<string, string | undefined> = {}) => loadConfig({ ...required, ...env });
const problemsOf = (env: Record<string, string | undefined>): string[] => {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
};

test('three settings are required, and all others have defaults', () => {
  expect(problemsOf({})).toEqual(['DATABASE_URL is required', 'OIDC_ISSUER is required', 'OIDC_CLIENT_ID is required']);
  expect(load()).toMatchObject({
    PORT: 3000,
    PUBLIC_URL: 'http://localhost:3000',
    SIGN_IN_MODE: 'code',
    OIDC_ALGORITHMS: ['RS256'],
    TRUSTED_PROXIES: [],
    OIDC_AUDIENCE: [],
    METRICS_TOKEN: undefined,
    DATABASE_PREPARE: true,
  });
});

test('an empty setting, or one with only whitespace, counts as missing', () => {
  expect(load({ PORT: '', PRODUCT_NAME: '  ', METRICS_TOKEN: '' })).toMatchObject({
    PORT: 3000,
    PRODUCT_NAME: 'Portico',
    METRICS_TOKEN: undefined,
  });
  expect(problemsOf({ ...required, OIDC_CLIENT_ID: ' ' })).toEqual(['OIDC_CLIENT_ID is required']);
});

test('all problems are reported together, each on a line that names its setting [R15]', () => {
  const problems = problemsOf({
    PORT: 'x',
    PUBLIC_URL: 'ftp://x',
    DATABASE_URL: 'mysql://root:hunter2@db',
    OIDC_ISSUER: 'nowhere',
    SIGN_IN_MODE: 'magic',
    DATABASE_PREPARE: 'yes',
    IMAGE_ORIGINS: 'https://x.test/path',
    LOG_LEVEL: 'loud',
    TRUSTED_PROXIES: 'proxy',
  });
  expect(problems.map((line) => line.split(' ')[0])).toEqual(
    [
      'PORT',
      'PUBLIC_URL',
      'DATABASE_URL',
      'OIDC_CLIENT_ID',
      'DATABASE_PREPARE',
      'SIGN_IN_MODE',
      'IMAGE_ORIGINS',
      'TRUSTED_PROXIES',
      'LOG_LEVEL',
    ].sort(
      (a, b) =>
        describeConfig().findIndex((one) => one.name === a) - describeConfig().findIndex((one) => one.name === b),
    ),
  );
});

test('reported problems never contain secrets [R15]', () => {
  const secrets = describeConfig()
    .filter((one) => one.secret)
    .map((one) => one.name);
  expect(secrets).toEqual(expect.arrayContaining(['DATABASE_URL', 'METRICS_TOKEN']));
  expect(problemsOf({ ...required, DATABASE_URL: 'mysql://root:hunter2@db', PORT: 'x' }).join()).not.toContain(
    'hunter2',
  );
  expect(problemsOf({ ...required, DATABASE_URL: 'postgres://root:hunter2@db:port/x' }).join()).toMatch(
    /^DATABASE_URL must be(?!.*hunter2)/,
  );
});

describe('each setting is accepted up to its limits and rejected beyond them [R15]', () => {
  test.for<[string, string[], string[]]>([
    ['PORT', ['0', '1', '65535'], ['-1', '65536', '80.5', '0x50', 'http', '1e3']],
    ['DATABASE_POOL_SIZE', ['1', '500'], ['0', '501']],
    ['DATABASE_STATEMENT_TIMEOUT_MS', ['100', '60000'], ['99', '60001']],
    ['SHUTDOWN_GRACE_MS', ['0', '60000'], ['60001', '-1']],
    ['RATE_LIMIT_PER_MINUTE', ['0', '10000000'], ['10000001', 'none']],
    ['DATABASE_PREPARE', ['true', 'false'], ['TRUE', '1', 'no']],
    [
      'DATABASE_URL',
      ['postgres://h/d', 'postgresql://u:p@h:5432/d?sslmode=require'],
      ['mysql://h/d', 'h/d', 'postgres:h', 'http://h'],
    ],
    [
      'PUBLIC_URL',
      [
        'https://portal.example.com',
        'https://portal.example.com:8443',
        'http://localhost:3000',
        'http://127.0.0.1:1',
        'http://[::1]:3000',
        'https://portal.example.com/',
      ],
      [
        'http://portal.example.com',
        'https://portal.example.com/app',
        'https://portal.example.com/?x',
        'portal.example.com',
        'https://u:p@portal.example.com',
        'javascript:alert(1)',
        'http://localhost.evil.test',
      ],
    ],
    [
      'OIDC_ISSUER',
      ['https://id.example.com', 'https://id.example.com/realms/x', 'https://id.example.com/', 'http://localhost:3001'],
      ['id.example.com', 'file:///etc', 'javascript:alert(1)'],
    ],
    ['OIDC_DISCOVERY_URL', ['https://id.example.com/x/.well-known/openid-configuration'], ['file:///etc/passwd', 'x']],
    ['OIDC_SCOPE', ['openid', 'openid email'], ['email', 'openidx']],
    [
      'OIDC_ALGORITHMS',
      ['RS256', 'RS256,ES256', 'PS256 ES256'],
      ['none', 'HS256', 'RS256,none', ',', 'rs256', 'RS384'],
    ],
    ['OIDC_LOGOUT_STYLE', ['auto', 'end_session', 'cognito', 'none'], ['okta']],
    ['SIGN_IN_MODE', ['code', 'implicit'], ['hybrid', 'Code']],
    [
      'EMBEDDING_ORIGINS',
      ['https://crm.test', 'https://crm.test, http://localhost:4410'],
      ['https://crm.test/', 'crm.test', '*', 'null', 'https://*.test', 'https://crm.test/page'],
    ],
    ['REMEMBER_BROWSER', ['true', 'false'], ['yes', '1']],
    ['ACCOUNT_SECRET', ['x'.repeat(32)], ['x'.repeat(31)]],
    ['DATABASE_LISTEN_URL', ['postgres://db/portico'], ['https://db']],
    [
      'IMAGE_ORIGINS',
      ['https://a.test', 'https://a.test, https://b.test:8443'],
      ['https://a.test/', 'a.test', '*', 'https://*.test/x', "'unsafe-inline'"],
    ],
    [
      'TRUSTED_PROXIES',
      ['10.0.0.7', '10.0.0.0/8', '::1, fd00::/8', '0.0.0.0/0'],
      ['proxy', '10.0.0.0/33', '10.0.0', '10.0.0.0/8/8', 'fd00::/129', 'true'],
    ],
    ['PRODUCT_NAME', ['Portico', 'A "quoted" <name>', 'Ñandú & Söhne'], ['two\nlines', 'zero\u200bwidth', 'a\u0000b']],
    [
      'FIRM_TIME_ZONE',
      ['America/Chicago', 'europe/berlin', 'US/Central', 'UTC'],
      ['Chicago', 'GMT+1', '+01:00', 'CST6CDT!'],
    ],
    ['LOG_LEVEL', ['debug', 'silent'], ['trace', 'INFO']],
  ])('%s', ([name, good, bad]) => {
    for (const value of good) expect(problemsOf({ ...required, ...direct, [name]: value }), value).toEqual([]);
    for (const value of bad)
      expect(problemsOf({ ...required, ...direct, [name]: value }), value).toEqual([expect.stringContaining(name)]);
  });
});

test('FIRM_TIME_ZONE is New York by default, and is spelled as in the IANA database [OPS-485]', () => {
  expect(load({}).FIRM_TIME_ZONE).toBe('America/New_York');
  expect(load({ FIRM_TIME_ZONE: 'america/chicago' }).FIRM_TIME_ZONE).toBe('America/Chicago');
  expect(load({ FIRM_TIME_ZONE: 'US/Central' }).FIRM_TIME_ZONE).toBe('US/Central');
});

test('FILES_URL names a bucket or a folder, and never holds credentials [OPS-209]', () => {
  expect(parseFilesAddress('s3://portal/files/2026?endpoint=https://s3.example.com&region=eu-1')).toEqual({
    bucket: 'portal',
    prefix: 'files/2026/',
    endpoint: 'https://s3.example.com',
    region: 'eu-1',
    forcePathStyle: true,
  });
  expect(parseFilesAddress('s3://portal?forcePathStyle=false')).toMatchObject({ prefix: '', forcePathStyle: false });
  expect(parseFilesAddress('s3://portal')).toMatchObject({ endpoint: undefined, forcePathStyle: false });
  expect(parseFilesAddress('file:///srv/files')).toEqual({ folder: '/srv/files' });
  for (const [address, problem] of [
    ['/srv/files', 'must be an address'],
    ['file://server/files', 'must be an address'],
    ['s3://', 'must name a bucket'],
    ['s3://Bad_Name', 'must name a bucket'],
    ['s3://key:secret@portal', 'must not contain credentials'],
    ['s3://portal?endpont=x', 'unknown option endpont'],
    ['s3://portal?endpoint=s3.example.com', 'http or https address'],
    ['s3://portal?forcePathStyle=yes', 'true or false'],
    ['s3://portal/a b', 'must have a prefix'],
  ])
    expect(problemsOf({ ...required, FILES_URL: address }), address).toEqual([expect.stringContaining(problem!)]);
});

test('settings that contradict each other are rejected [R15]', () => {
  expect(
    problemsOf({ ...required, PUBLIC_URL: 'https://portal.example.com', OIDC_ISSUER: 'http://id.example.com' }),
  ).toEqual(['OIDC_ISSUER must be https when PUBLIC_URL is']);
  expect(problemsOf({ ...required, HSTS_PRELOAD: 'true', HSTS_INCLUDE_SUBDOMAINS: 'false' })).toEqual([
    expect.stringMatching(/^HSTS_PRELOAD needs HSTS_INCLUDE_SUBDOMAINS/),
  ]);
});

test('scopes, response type and the rest of sign-in are settings [SIGNIN-010, SIGNIN-011]', () => {
  expect(
    load({
      SIGN_IN_MODE: 'implicit',
      OIDC_SCOPE: 'openid aws.cognito.signin.user.admin',
      OIDC_EXTRA_PARAMS: 'audience=a b&prompt=login',
    }),
  ).toMatchObject({
    SIGN_IN_MODE: 'implicit',
    OIDC_SCOPE: 'openid aws.cognito.signin.user.admin',
    OIDC_EXTRA_PARAMS: { audience: 'a b', prompt: 'login' },
  });
});

test('audiences are separated by commas, and one may contain spaces [SIGNIN-016]', () => {
  const audiencesOf = (value: string) => load({ OIDC_AUDIENCE: value }).OIDC_AUDIENCE;
  expect(audiencesOf('openid email phone profile')).toEqual(['openid email phone profile']);
  expect(audiencesOf('https://api.example.com, portal ,')).toEqual(['https://api.example.com', 'portal']);
  expect(audiencesOf('')).toEqual([]);
});

describe('the process', () => {
  const start = async (env: Record<string, string>) => {
    const main = builtServer ? join(builtServer, 'main.js') : fileURLToPath(new URL('./main.ts', import.meta.url));
    const run = promisify(execFile)(process.execPath, [main], {
      env: { PATH: process.env['PATH'], ...env },
    });
    return run.then(
      () => ({ code: 0, stderr: '' }),
      (error: { code: number; stderr: string; stdout: string }) => ({
        code: error.code,
        stderr: error.stderr + error.stdout,
      }),
    );
  };

  test('does not start with a bad configuration: it prints one line per problem without secrets and exits with 2 [R15]', async () => {
    const { code, stderr } = await start({ DATABASE_URL: 'mysql://root:hunter2@db', PORT: 'x' });
    expect(code).toBe(2);
    expect(stderr).toBe(
      'The configuration is not valid:\n  PORT must be a whole number from 0 to 65535, not "x"\n  DATABASE_URL must be a postgres:// address\n  OIDC_ISSUER is required\n  OIDC_CLIENT_ID is required\n',
    );
  });

  test('prints one line that explains why it cannot start without its database [R15]', async () => {
    const { code, stderr } = await start({
      ...required,
      OIDC_ISSUER: 'http://127.0.0.1:1',
      DATABASE_URL: 'postgres://portico:hunter2@127.0.0.1:1/portico',
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The portal could not start: .*ECONNREFUSED.*\n$/);
    expect(stderr).not.toContain('hunter2');
  });
});

test('a configuration for a pooler needs an address that bypasses it [R15]', () => {
  const pooled = { ...required, DATABASE_PREPARE: 'false' };
  expect(problemsOf(pooled)).toEqual([
    'DATABASE_OWNER_URL or DATABASE_LISTEN_URL must bypass the pooler when DATABASE_PREPARE is false',
  ]);
  expect(problemsOf({ ...pooled, ...direct })).toEqual([]);
  expect(problemsOf({ ...pooled, DATABASE_OWNER_URL: 'postgres://owner:pass@db.internal/portico' })).toEqual([]);
});

describe('settings of backups', () => {
  const recipient = 'age1ttk392wu6m2cp3xdng5fkcxvnzlh3aqn9vauj7dgf7f3jskk3e6qrhy8k4';

  test('public keys are verified by their checksum, and several can be given [OPS-224]', () => {
    expect(load({ BACKUP_RECIPIENTS: `${recipient}, ${recipient}` }).BACKUP_RECIPIENTS).toEqual([recipient, recipient]);
    for (const wrong of [recipient.replace('ttk', 'ttq'), recipient.slice(0, -1), 'AGE-SECRET-KEY-1QQ', 'ssh-ed25519'])
      expect(problemsOf({ ...required, BACKUP_RECIPIENTS: wrong })).toEqual([
        expect.stringContaining('BACKUP_RECIPIENTS must list public keys of age'),
      ]);
  });

  test('post-quantum keys are accepted, and keys that need a plugin are rejected by name [OPS-224]', async () => {
    const postQuantum = await identityToRecipient(await generateHybridIdentity());
    expect(postQuantum).toMatch(/^age1pq1/);
    expect(load({ BACKUP_RECIPIENTS: `${postQuantum},${recipient}` }).BACKUP_RECIPIENTS).toEqual([
      postQuantum,
      recipient,
    ]);
    expect(problemsOf({ ...required, BACKUP_RECIPIENTS: postQuantum.replace('age1pq1', 'age1pq1q') })).toEqual([
      expect.stringContaining('BACKUP_RECIPIENTS must list public keys of age'),
    ]);
    const ofPlugin = 'age1yubikey1q2w7u3vpya839jxxuq8g0sedh3d740d4xvn639sqhr95ejj8vu3hyfumptt';
    expect(problemsOf({ ...required, BACKUP_RECIPIENTS: ofPlugin })).toEqual([
      expect.stringContaining('keys of the kind age1yubikey1… need a plugin'),
    ]);
  });

  test('schedules are crontab patterns of five fields [OPS-224]', () => {
    for (const right of ['30 2 * * *', '*/15 0,12 1-7 * 1-5', '0 0 31 12 6'])
      expect(load({ BACKUP_SCHEDULE: right }).BACKUP_SCHEDULE).toBe(right);
    for (const wrong of [
      '60 2 * * *',
      '30 24 * * *',
      '0 0 0 * *',
      '0 0 * 13 *',
      '0 0 * * 7',
      '30 2 * *',
      '5-1 * * * *',
      '*/0 * * * *',
      'daily',
    ])
      expect(problemsOf({ ...required, BACKUP_VERIFY_SCHEDULE: wrong }), wrong).toEqual([
        expect.stringContaining('BACKUP_VERIFY_SCHEDULE must be a crontab pattern'),
      ]);
  });

  test('backups must not be stored in the same place as the files [OPS-224]', () => {
    expect(problemsOf({ ...required, FILES_URL: 's3://one', BACKUP_URL: 's3://one' })).toEqual([
      'BACKUP_URL must not be where the files are stored',
    ]);
    expect(load({ FILES_URL: 's3://one', BACKUP_URL: 's3://one/backups' }).BACKUP_KEEP_DAILY).toBe(7);
  });
});
