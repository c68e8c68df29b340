import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { databaseUrl, withConnection } from '@portico/dev-database/databases';
import { generateX25519Identity } from 'age-encryption';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { addJob } from '../jobs/queue.ts';
import { startChildServer } from '../testing/processes/childServer.ts';
import { APPLICATION_ROLE } from '../testing/globalSetup.ts';
import { startMailServer } from '../testing/services/mailServer.ts';
import { clamdMissing, startClamd } from '../testing/services/clamav.ts';
import { startS3Server } from '../testing/services/s3Server.ts';
import { testDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { startTestIssuer, TEST_AUDIENCE, TEST_CLIENT_ID } from '../testing/testIssuer.ts';
import { examine } from './examine.ts';
import { compareClocks, notesOn, type Finding } from './findings.ts';

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-doctor-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Settings with which nothing is wrong, and the parts they name. */
async function healthyParts() {
  const database = await testDatabase();
  const issuer = await startTestIssuer();
  onTestFinished(() => issuer.close());
  const mail = await startMailServer();
  const env = {
    DATABASE_URL: database.applicationUrl,
    DATABASE_OWNER_URL: database.url,
    OIDC_ISSUER: issuer.issuer,
    OIDC_CLIENT_ID: TEST_CLIENT_ID,
    OIDC_AUDIENCE: TEST_AUDIENCE,
    SMTP_URL: mail.url,
    PORTICO_DATA_DIR: await temporaryFolder(),
    FILES_QUOTA_BYTES: '1000',
  };
  return { database, issuer, env };
}

/** What is not fine with the parts of a portal, before it starts. */
async function troubles(env: Record<string, string>): Promise<Finding[]> {
  return (await examine(env, false)).filter(({ status }) => status !== 'OK');
}

const problemsOf = (findings: Finding[]) => findings.filter(({ status }) => status === 'problem');
const asOwner = (database: TestDatabase, statement: string) =>
  withConnection(database.url, (client) => client.query(statement));

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => new Promise((done) => server.close(() => done())));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('nothing is wrong with a running portal, its workers and its public address [OPS-111]', async () => {
  const { env, issuer, database } = await healthyParts();
  const { url } = await startChildServer({ databaseUrl: database.applicationUrl, issuer });
  const running = { ...env, PUBLIC_URL: url };
  await expect.poll(async () => problemsOf(await examine(running, true)), { timeout: 30_000 }).toEqual([]);
  const checks = (await examine(running, true)).map(({ check }) => check);
  expect([...new Set(checks)]).toEqual([
    'settings',
    'database',
    'identity provider',
    'file store',
    'backups',
    'mail',
    'workers',
    'public address',
  ]);
});

test('each wrong setting is named, and nothing else is tried [OPS-112]', async () => {
  const findings = await examine({ PORT: 'eighty', OIDC_ISSUER: 'https://id.example.com' }, true);
  expect(findings).toMatchObject([
    { check: 'settings', status: 'problem', what: expect.stringContaining('PORT') as string },
    { check: 'settings', status: 'problem', what: 'DATABASE_URL is required.' },
    { check: 'settings', status: 'problem', what: 'OIDC_CLIENT_ID is required.' },
  ]);
});

test('behind a public address, missing settings for metrics and proxies are warnings [OPS-112]', async () => {
  const { env } = await healthyParts();
  const findings = await troubles({
    ...env,
    PUBLIC_URL: 'https://portal.example.com',
    OIDC_ISSUER: 'https://127.0.0.1:1',
  });
  expect(
    findings.filter(({ check }) => check === 'settings').map(({ status, what }) => [status, what.split(' ')[0]]),
  ).toEqual([
    ['warning', 'METRICS_TOKEN'],
    ['warning', 'TRUSTED_PROXIES'],
  ]);
});

test('backups: place, key, encryption and the right to create a scratch database [OPS-224]', async () => {
  const { env, database } = await healthyParts();
  const folder = await temporaryFolder();
  const recipient = 'age1ttk392wu6m2cp3xdng5fkcxvnzlh3aqn9vauj7dgf7f3jskk3e6qrhy8k4';
  const about = async (change: Record<string, string>) =>
    (
      await troubles({
        ...env,
        BACKUP_URL: `file://${folder}`,
        BACKUP_VERIFY_DATABASE_URL: inject('clusterUrl'),
        ...change,
      })
    )
      .filter(({ check }) => check === 'backups')
      .map(({ status, what }) => `${status}: ${what}`);
  expect(await about({})).toEqual([expect.stringContaining('warning: BACKUP_RECIPIENTS is not set')]);
  const encrypted = { BACKUP_RECIPIENTS: recipient };
  expect(await about(encrypted)).toEqual([expect.stringContaining('warning: BACKUP_IDENTITY_FILE is not set')]);
  const key = join(folder, 'key.txt');
  const withKey = { ...encrypted, BACKUP_IDENTITY_FILE: key };
  expect(await about(withKey)).toEqual([expect.stringContaining(`problem: The key file ${key} cannot be read`)]);
  await writeFile(key, 'AGE-SECRET-KEY-1NONSENSE\n');
  expect(await about(withKey)).toEqual([`problem: The key file ${key} has a key that is not valid.`]);
  await writeFile(key, `${await generateX25519Identity()}\n`);
  expect(await about(withKey)).toEqual([]);
  expect(await about({ ...withKey, BACKUP_VERIFY_DATABASE_URL: database.applicationUrl })).toEqual([
    expect.stringContaining(
      `warning: The role ${APPLICATION_ROLE} of BACKUP_VERIFY_DATABASE_URL may not create databases`,
    ),
  ]);
  expect(await about({ ...withKey, BACKUP_URL: 'file:///dev/null/nowhere' })).toEqual([
    expect.stringContaining('problem: /dev/null/nowhere cannot be written'),
  ]);
});

describe('the database', () => {
  const databaseTroubles = async (env: Record<string, string>) =>
    (await troubles(env)).filter(({ check }) => check === 'database');

  test('that does not exist, is elsewhere or rejects the role is a problem with what to do [OPS-113]', async () => {
    const { env } = await healthyParts();
    const at = (change: Partial<URL>) =>
      databaseTroubles({ ...env, DATABASE_URL: Object.assign(new URL(env.DATABASE_URL), change).href });
    expect(await at({ pathname: '/missing' })).toMatchObject([matching('problem', { advice: /^Create the database/ })]);
    expect(await at({ port: '1' })).toMatchObject([matching('problem', { advice: /^Nothing listens there/ })]);
    expect(await at({ username: 'nobody' })).toMatchObject([matching('problem', { advice: /^Correct the role/ })]);
    const text = JSON.stringify(await at({ port: '1', password: 'open-sesame' }));
    expect(text).not.toContain('open-sesame');
  });

  test('that is too old for the portal is a problem that names its version [OPS-113]', async () => {
    const { env, database } = await healthyParts();
    const reportVersion = (number: string, version: string) =>
      asOwner(
        database,
        `create or replace function public.current_setting(name text) returns text language sql as $$
          select case name when 'server_version_num' then '${number}' when 'server_version' then '${version}'
            else pg_catalog.current_setting(name) end $$`,
      );
    // This function then hides the one of PostgreSQL.
    await asOwner(
      database,
      `alter database ${new URL(database.url).pathname.slice(1)} set search_path = public, pg_catalog`,
    );
    await reportVersion('140019', '14.19');
    expect(await databaseTroubles(env)).toMatchObject([
      { status: 'problem', what: 'PostgreSQL 14.19 is too old.', advice: 'Upgrade it to 15 or newer.' },
    ]);
    await reportVersion('150000', '15.0');
    expect(await databaseTroubles(env)).toEqual([]);
  });

  test('without a migration warns, and is a problem if no role may apply it [OPS-113]', async () => {
    const { env, database } = await healthyParts();
    await asOwner(database, `delete from kysely_migration where name = (select max(name) from kysely_migration)`);
    expect(await databaseTroubles(env)).toMatchObject([{ status: 'warning', what: '1 migration is not applied.' }]);
    expect(problemsOf(await databaseTroubles({ ...env, DATABASE_OWNER_URL: '' }))).toMatchObject([
      { what: '1 migration is not applied. The role of DATABASE_URL may not apply them.' },
    ]);
  });

  test('with one role for everything warns; a superuser or rights on the schema are a problem [OPS-113]', async () => {
    const { env, database } = await healthyParts();
    const onlyOne = { ...env, DATABASE_OWNER_URL: '' };
    expect(await databaseTroubles(onlyOne)).toMatchObject([matching('warning', { what: /^One role owns/ })]);
    const asSuperuser = databaseUrl(inject('clusterUrl'), new URL(database.url).pathname.slice(1));
    expect(await databaseTroubles({ ...onlyOne, DATABASE_URL: asSuperuser })).toMatchObject([
      matching('problem', { what: /a superuser/ }),
    ]);
    await asOwner(database, `grant create on schema public to ${APPLICATION_ROLE}`);
    expect(await databaseTroubles(env)).toMatchObject([matching('problem', { what: /may change the schema/ })]);
  });
});

describe('the identity provider', () => {
  const providerTroubles = async (env: Record<string, string>) =>
    (await troubles(env)).filter(({ check }) => check === 'identity provider');

  test('that is silent, names another issuer or has no usable key is a problem [OPS-114]', async () => {
    const { env, issuer } = await healthyParts();
    expect(await providerTroubles({ ...env, OIDC_ISSUER: 'http://127.0.0.1:2' })).toMatchObject([
      { status: 'problem' },
    ]);
    expect(
      await providerTroubles({ ...env, OIDC_ISSUER: 'http://127.0.0.1:2', OIDC_DISCOVERY_URL: issuer.discoveryUrl }),
    ).toMatchObject([matching('problem', { what: /names the issuer/ })]);
    expect(await providerTroubles({ ...env, OIDC_ALGORITHMS: 'ES256' })).toMatchObject([
      matching('problem', { what: /None of its keys is for ES256/ }),
    ]);
    issuer.answerKeysWith((response) => response.writeHead(500).end());
    expect(await providerTroubles(env)).toMatchObject([matching('problem', { what: /Its keys cannot be read/ })]);
  });

  test('whose clock is a minute ahead is a problem [OPS-114]', async () => {
    const { env, issuer } = await healthyParts();
    const discoveryUrl = await serve((_request, response) => {
      const date = new Date(Date.now() + 60_000).toUTCString();
      void fetch(issuer.discoveryUrl).then(async (answer) =>
        response.writeHead(200, { 'content-type': 'application/json', date }).end(await answer.text()),
      );
    });
    expect(await providerTroubles({ ...env, OIDC_DISCOVERY_URL: discoveryUrl })).toMatchObject([
      matching('problem', { what: /^The clock of the identity provider differs/ }),
    ]);
  });
});

test('clocks may differ by five seconds, and warn until half a minute [OPS-114]', () => {
  const statusAt = (seconds: number) => {
    const notes = notesOn('clock');
    compareClocks(notes, 'it', new Date(1_000_000 + seconds * 1000), 1_000_000, 1_000_000);
    return notes.findings[0]!.status;
  };
  expect([5, 6, 30, 31, -6, -7, -31, -32].map(statusAt).join(' ')).toBe(
    'OK warning warning problem OK warning warning problem',
  );
});

test('a file store that cannot be written, or smaller than its quota, is named [OPS-115]', async () => {
  const { env } = await healthyParts();
  const file = join(await temporaryFolder(), 'file');
  await writeFile(file, '');
  const storeTroubles = async (change: Record<string, string>) =>
    (await troubles({ ...env, ...change })).filter(
      ({ check, what }) => check === 'file store' && !what.includes('are free'),
    );
  expect(await storeTroubles({})).toEqual([]);
  expect(await storeTroubles({ PORTICO_DATA_DIR: file })).toMatchObject([
    matching('problem', { what: /cannot be written/ }),
  ]);
  expect(await storeTroubles({ FILES_QUOTA_BYTES: String(2 ** 50) })).toMatchObject([
    matching('warning', { what: /^FILES_QUOTA_BYTES allows/ }),
  ]);
});

test('a bucket that is missing, away or not allowed is named, with what to do [OPS-207]', async () => {
  const { env } = await healthyParts();
  const { url, stop } = await startS3Server();
  const inBucket = async (FILES_URL: string) =>
    (await examine({ ...env, FILES_URL }, false)).filter(({ check }) => check === 'file store');
  expect((await inBucket(url)).map(({ what }) => what)).toEqual(
    expect.arrayContaining([
      'Objects of the bucket portico-test can be written, read, listed and deleted.',
      'The clock of the bucket agrees with this machine’s.',
    ]),
  );
  const trouble = async (address: string) => (await inBucket(address)).find(({ status }) => status === 'problem');
  expect(await trouble(url.replace('portico-test', 'portico-other'))).toMatchObject({
    advice: 'Create the bucket, or correct its name in FILES_URL.',
  });
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'another');
  expect(await trouble(url)).toMatchObject({ advice: expect.stringMatching(/^The store does not know/) as string });
  await stop();
  expect(await trouble(url)).toMatchObject({
    what: expect.stringMatching(/cannot be written: .*ECONNREFUSED/) as string,
    advice: expect.stringMatching(/^Nothing listens there/) as string,
  });
});

test('a mail server that is missing, silent, refuses the login or does not encrypt is named [OPS-116]', async () => {
  const { env } = await healthyParts();
  const mailTroubles = async (SMTP_URL: string) =>
    (await troubles({ ...env, SMTP_URL })).filter(({ check }) => check === 'mail');
  expect(await mailTroubles(env.SMTP_URL)).toEqual([]);
  expect(await mailTroubles('')).toMatchObject([matching('warning', { what: /is not set/ })]);
  expect(await mailTroubles('smtp://127.0.0.1:1')).toMatchObject([
    matching('problem', { advice: /^Nothing listens there/ }),
  ]);
  const strict = new URL((await startMailServer({ replies: { AUTH: '535 no' } })).url);
  const withLogin = Object.assign(strict, { username: 'portal', password: 'open-sesame' }).href;
  const refused = await mailTroubles(withLogin);
  expect(refused).toMatchObject([matching('problem', { advice: /^Correct user and password/ })]);
  expect(JSON.stringify(refused)).not.toContain('open-sesame');
  // Linux takes this address to itself; the name is not that of the own machine.
  expect(await mailTroubles(env.SMTP_URL.replace('127.0.0.1', '0.0.0.0'))).toMatchObject([
    matching('warning', { what: /does not offer encryption/ }),
  ]);
});

test('no worker is a problem, and a job that was given up a warning [OPS-117]', async () => {
  const { env, database } = await healthyParts();
  await addJob(database.db, 'read-file', { fileId: crypto.randomUUID() }, { maxAttempts: 1 });
  await asOwner(database, 'update graphile_worker._private_jobs set attempts = 1');
  const findings = (await examine(env, true)).filter(({ check }) => check === 'workers');
  expect(findings).toMatchObject([
    matching('problem', { what: /^No worker is alive/ }),
    matching('warning', { what: /^1 job failed/ }),
  ]);
});

describe('the command', () => {
  const run = (args: string[], env: Record<string, string>) =>
    new Promise<{ code: number; output: string }>((done) => {
      const script = fileURLToPath(new URL('../doctor.ts', import.meta.url));
      execFile(process.execPath, [script, ...args], { env }, (error, stdout) =>
        done({ code: error ? Number(error.code) : 0, output: stdout }),
      );
    });

  test('says each finding on a line, what to do, and how many problems there are; as JSON too [OPS-111]', async () => {
    const { env } = await healthyParts();
    const good = await run(['--before-start', '--json'], env);
    expect(good.code).toBe(0);
    expect(problemsOf((JSON.parse(good.output) as { findings: Finding[] }).findings)).toEqual([]);
    const bad = await run(['--before-start'], { ...env, OIDC_ALGORITHMS: 'ES256' });
    expect(bad.code).toBe(1);
    expect(bad.output).toMatch(
      /^problem {2}identity provider {2}None of its keys is for ES256\.\n +→ Set OIDC_ALGORITHMS/m,
    );
    expect(bad.output).toMatch(/\n1 problem, \d warnings?\.\n$/);
    expect(await run(['--wrong'], {})).toMatchObject({ code: 2 });
  });
});

/** A finding whose texts match these patterns. */
const matching = (status: Finding['status'], patterns: { what?: RegExp; advice?: RegExp }) => ({
  status,
  ...Object.fromEntries(
    Object.entries(patterns).map(([name, pattern]) => [name, expect.stringMatching(pattern) as string]),
  ),
});

describe('the virus scanner', () => {
  const aboutScanner = async (CLAMAV_URL: string) => {
    const { env } = await healthyParts();
    return (await examine({ ...env, CLAMAV_URL }, false)).filter(({ check }) => check === 'virus scanner');
  };

  test.skipIf(clamdMissing)('is asked for its version, and for a file of the largest size [OPS-360]', async () => {
    const large = await startClamd({ maxStream: '50M' });
    expect(await aboutScanner(large.unixUrl)).toMatchObject([
      { status: 'OK', what: expect.stringMatching(/^ClamAV \d.* answers\.$/) as string },
      { status: 'warning', advice: 'Run freshclam as a service.' },
      { status: 'OK', what: 'It scans files of 50MB, the largest that can be uploaded.' },
    ]);
    const small = await startClamd({ maxStream: '25M' });
    expect((await aboutScanner(small.tcpUrl)).at(-1)).toMatchObject({
      status: 'warning',
      advice: 'Set StreamMaxLength, MaxFileSize and MaxScanSize in clamd.conf to at least 50M.',
    });
  });

  test('that is away is a problem with what to do [OPS-360]', async () => {
    expect(await aboutScanner('tcp://127.0.0.1:1')).toMatchObject([
      { status: 'problem', advice: expect.stringMatching(/^Nothing listens there/) as string },
    ]);
    expect(await aboutScanner('unix:///nowhere/clamd.ctl')).toMatchObject([
      { status: 'problem', advice: expect.stringContaining('Start clamd') as string },
    ]);
  });
});
