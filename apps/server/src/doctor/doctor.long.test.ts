import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { describe, expect, inject, test, vi } from 'vitest';
import { addJob } from '../jobs/queue.ts';
import { APPLICATION_ROLE } from '../testing/globalSetup.ts';
import { asOwner, healthyParts, matching, problemsOf, temporaryFolder, troubles } from '../testing/healthyParts.ts';
import { startChildServer } from '../testing/processes/childServer.ts';
import { clamdMissing, startClamd } from '../testing/services/clamav.ts';
import { startMailServer } from '../testing/services/mailServer.ts';
import { startS3Server } from '../testing/services/s3Server.ts';
import { examine } from './examine.ts';
import type { Finding } from './findings.ts';

test('a running portal, its workers and its public address have no problems [OPS-111]', async () => {
  const { env, issuer, database } = await healthyParts();
  const { url } = await startChildServer({ databaseUrl: database.applicationUrl, issuer });
  const running = { ...env, PUBLIC_URL: url };
  await expect.poll(async () => problemsOf(await examine(running, true))).toEqual([]);
  const checks = (await examine(running, true)).map(({ check }) => check);
  expect([...new Set(checks)]).toEqual([
    'settings',
    'runtime',
    'database',
    'identity provider',
    'file store',
    'backups',
    'mail',
    'proofs',
    'workers',
    'public address',
  ]);
});

test('each invalid setting is named, and no further checks run [OPS-112]', async () => {
  const findings = await examine({ PORT: 'eighty', OIDC_ISSUER: 'https://id.example.com' }, true);
  expect(findings).toMatchObject([
    { check: 'settings', status: 'problem', what: expect.stringContaining('PORT') as string },
    { check: 'settings', status: 'problem', what: 'DATABASE_URL is required.' },
    { check: 'settings', status: 'problem', what: 'OIDC_CLIENT_ID is required.' },
  ]);
});

test('behind a public address, missing settings for metrics, proxies and backups are warnings [OPS-112]', async () => {
  const { env } = await healthyParts();
  const findings = await troubles({
    ...env,
    PUBLIC_URL: 'https://portal.firm.test',
    OIDC_ISSUER: 'https://127.0.0.1:1',
  });
  expect(
    findings.filter(({ check }) => check === 'settings').map(({ status, what }) => [status, what.split(' ')[0]]),
  ).toEqual([
    ['warning', 'METRICS_TOKEN'],
    ['warning', 'TRUSTED_PROXIES'],
  ]);
  expect(findings.filter(({ check }) => check === 'backups')).toMatchObject([
    matching('warning', { what: /^BACKUP_URL is not set/ }),
  ]);
});

test('the backup check covers location, key, encryption and the right to create a scratch database [OPS-224, OPS-525]', async () => {
  const { env, database } = await healthyParts();
  const folder = await temporaryFolder();
  const [identity, other] = [await generateX25519Identity(), await generateX25519Identity()];
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
  const encrypted = { BACKUP_RECIPIENTS: await identityToRecipient(identity) };
  expect(await about(encrypted)).toEqual([expect.stringContaining('warning: BACKUP_IDENTITY_FILE is not set')]);
  const key = join(folder, 'key.txt');
  const withKey = { ...encrypted, BACKUP_IDENTITY_FILE: key };
  expect(await about(withKey)).toEqual([expect.stringContaining(`problem: The key file ${key} cannot be read`)]);
  await writeFile(key, 'AGE-SECRET-KEY-1NONSENSE\n');
  expect(await about(withKey)).toEqual([`problem: The key file ${key} has a key that is not valid.`]);
  await writeFile(key, `${other}\n`);
  expect(await about(withKey)).toEqual([
    `problem: New backups are not verified: ${key} has the key of ${await identityToRecipient(other)}, which is not in BACKUP_RECIPIENTS.`,
  ]);
  await writeFile(key, `${other}\n${identity}\n`);
  expect(await about(withKey)).toEqual([]);
  expect(await about({ ...withKey, BACKUP_VERIFY_DATABASE_URL: database.applicationUrl })).toEqual([
    expect.stringContaining(
      `warning: The role ${APPLICATION_ROLE} of BACKUP_VERIFY_DATABASE_URL cannot create databases`,
    ),
  ]);
  expect(await about({ ...withKey, BACKUP_URL: 'file:///dev/null/nowhere' })).toEqual([
    expect.stringContaining('problem: /dev/null/nowhere is not writable'),
  ]);
});

test('without the right to create a scratch database, the hint names the real role [OPS-500]', async () => {
  const { env, database } = await healthyParts();
  const found = await troubles({
    ...env,
    BACKUP_URL: `file://${await temporaryFolder()}`,
    BACKUP_VERIFY_DATABASE_URL: database.applicationUrl,
  });
  expect(found.filter(({ what }) => what.includes('cannot create databases'))).toMatchObject([
    matching('warning', {
      what: /so backups are not verified\.$/,
      advice: new RegExp(`^Run “alter role ${APPLICATION_ROLE} createdb;” as a superuser there`),
    }),
  ]);
});

test('a file store that cannot be written to, or is smaller than its quota, is reported [OPS-115]', async () => {
  const { env } = await healthyParts();
  const file = join(await temporaryFolder(), 'file');
  await writeFile(file, '');
  const storeTroubles = async (change: Record<string, string>) =>
    (await troubles({ ...env, ...change })).filter(
      ({ check, what }) => check === 'file store' && !what.includes('are free'),
    );
  expect(await storeTroubles({})).toEqual([]);
  expect(await storeTroubles({ PORTICO_DATA_DIR: file })).toMatchObject([
    matching('problem', { what: /is not writable/ }),
  ]);
  expect(await storeTroubles({ FILES_QUOTA_BYTES: String(2 ** 50) })).toMatchObject([
    matching('warning', { what: /^FILES_QUOTA_BYTES allows/ }),
  ]);
});

test('a bucket that is missing, unreachable or forbidden is reported, with advice [OPS-207]', async () => {
  const { env } = await healthyParts();
  const { url, stop } = await startS3Server();
  const inBucket = async (FILES_URL: string) =>
    (await examine({ ...env, FILES_URL }, false)).filter(({ check }) => check === 'file store');
  expect((await inBucket(url)).map(({ what }) => what)).toEqual(
    expect.arrayContaining([
      'Objects in the bucket portico-test can be written, read, listed and deleted.',
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

test('a mail server that is missing or silent, rejects the login or does not encrypt is reported [OPS-116]', async () => {
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
  expect(refused).toMatchObject([matching('problem', { advice: /^Correct the username and password/ })]);
  expect(JSON.stringify(refused)).not.toContain('open-sesame');
  // Linux routes this address to the machine itself, but it does not count as a local host name.
  expect(await mailTroubles(env.SMTP_URL.replace('127.0.0.1', '0.0.0.0'))).toMatchObject([
    matching('warning', { what: /does not offer encryption/ }),
  ]);
});

test('having no workers is a problem, and a job that was given up is a warning [OPS-117]', async () => {
  const { env, database } = await healthyParts();
  await addJob(database.db, 'read-file', { fileId: crypto.randomUUID() }, { maxAttempts: 1 });
  await asOwner(database, 'update graphile_worker._private_jobs set attempts = 1');
  const findings = (await examine(env, true)).filter(({ check }) => check === 'workers');
  expect(findings).toMatchObject([
    matching('problem', { what: /^No worker is running/ }),
    matching('warning', { what: /^1 job used up all attempts/ }),
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

  test('prints each finding on a line, what to do about it, and the number of problems; also as JSON [OPS-111]', async () => {
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

describe('the virus scanner', () => {
  const aboutScanner = async (CLAMAV_URL: string) => {
    const { env } = await healthyParts();
    return (await examine({ ...env, CLAMAV_URL }, false)).filter(({ check }) => check === 'virus scanner');
  };

  test.skipIf(clamdMissing)(
    'is checked for its version, and for accepting files of the maximum size [OPS-360]',
    async () => {
      const large = await startClamd({ maxStream: '50M' });
      expect(await aboutScanner(large.unixUrl)).toMatchObject([
        { status: 'OK', what: expect.stringMatching(/^ClamAV \d.* is responding\.$/) as string },
        { status: 'warning', advice: 'Run freshclam as a service.' },
        { status: 'OK', what: 'It scans files of 50MB, the largest that can be uploaded.' },
      ]);
      const small = await startClamd({ maxStream: '25M' });
      expect((await aboutScanner(small.tcpUrl)).at(-1)).toMatchObject({
        status: 'warning',
        advice: 'Set StreamMaxLength, MaxFileSize and MaxScanSize in clamd.conf to at least 50M.',
      });
    },
  );

  test('that is down is reported as a problem, with advice [OPS-360]', async () => {
    expect(await aboutScanner('tcp://127.0.0.1:1')).toMatchObject([
      { status: 'problem', advice: expect.stringMatching(/^Nothing listens there/) as string },
    ]);
    expect(await aboutScanner('unix:///nowhere/clamd.ctl')).toMatchObject([
      { status: 'problem', advice: expect.stringContaining('Start clamd') as string },
    ]);
  });
});
