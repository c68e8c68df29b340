import { mkdir, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../config.ts';
import { temporaryFolder } from '../testing/healthyParts.ts';
import { checkSandbox } from './sandboxCheck.ts';

const SETTINGS = {
  DATABASE_URL: 'postgres://portico@db.test/portico',
  OIDC_ISSUER: 'https://id.test',
  OIDC_CLIENT_ID: 'portal',
  PUBLIC_URL: 'https://portal.test',
  PORTICO_DATA_DIR: '/var/lib/portico',
};

const SANDBOX = `[Service]
User=${userInfo().username}
ExecStart=/usr/bin/env PORTICO_ROLE=worker node main.js
StateDirectory=portico
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
`;

/** What doctor says about a unit with these settings, as `<status> <sentence> → <advice>`. */
async function findings(env: Record<string, string>, { unit = SANDBOX, dropIn = '' } = {}): Promise<string[]> {
  const file = join(await temporaryFolder(), 'portico-worker.service');
  await writeFile(file, unit);
  if (dropIn !== '') {
    await mkdir(`${file}.d`);
    await writeFile(join(`${file}.d`, 'override.conf'), dropIn);
  }
  const all = { ...SETTINGS, ...env };
  return checkSandbox(loadConfig(all), all, [file]).map(
    ({ status, what, advice }) => `${status} ${what}${advice === undefined ? '' : ` → ${advice}`}`,
  );
}

describe('the sandbox of a unit', () => {
  test('that allows everything in the settings is fine [OPS-498]', async () => {
    expect(await findings({ BACKUP_IDENTITY_FILE: '/etc/portico/backup.key' })).toEqual([
      'OK portico-worker may use every folder and file that the settings name.',
    ]);
  });

  test.for([
    ['BACKUP_URL', 'file:///srv/backups', '/srv/backups'],
    ['FILES_URL', 'file:///mnt/nas/portal%20files', '/mnt/nas/portal files'],
    ['FILES_ALSO_URL', 'file:///data', '/data'],
    ['PORTICO_DATA_DIR', '/var/lib/portico-data', '/var/lib/portico-data'],
  ])(
    'that makes the folder in %s read-only is a problem, and the advice names the drop-in [OPS-498]',
    async ([name, value, path]) => {
      expect(await findings({ [name!]: value! })).toEqual([
        `problem ${name}: portico-worker cannot write to ${path} (ProtectSystem= in its unit). → Run “systemctl edit portico-worker”, add the lines “[Service]” and “ReadWritePaths=${path}”, and restart it.`,
      ]);
    },
  );

  test('is read with its drop-ins, where an empty value resets a list [OPS-498]', async () => {
    const folder = await temporaryFolder();
    const env = { BACKUP_URL: `file://${folder}/backups` };
    const unit = `${SANDBOX.replace('PrivateTmp=yes', 'PrivateTmp=no')}ReadWritePaths=-/srv/other\n`;
    const fine = 'OK portico-worker may use every folder and file that the settings name.';
    expect(await findings(env, { unit, dropIn: `[Service]\nReadWritePaths=${folder}\n` })).toEqual([fine]);
    expect(await findings(env, { unit, dropIn: `[Service]\nReadWritePaths=${folder}\nReadWritePaths=\n` })).toEqual([
      expect.stringContaining('cannot write to'),
    ]);
    expect(await findings(env, { unit, dropIn: '[Service]\nReadWritePaths=/nowhere/at/all\n' })).toEqual([
      expect.stringMatching(/^problem portico-worker can’t start, because \/nowhere\/at\/all /),
      expect.stringContaining('cannot write to'),
    ]);
  });

  test('that deletes a temporary folder or hides home folders is a problem [OPS-498]', async () => {
    expect(await findings({ BACKUP_URL: 'file:///tmp/backups' })).toEqual([
      expect.stringMatching(/^problem BACKUP_URL: portico-worker has its own \/tmp\/backups, which is deleted /),
    ]);
    expect(await findings({ FILES_URL: 'file:///home/ana/files' })).toEqual([
      expect.stringMatching(/^problem FILES_URL: portico-worker cannot write to \/home\/ana\/files \(ProtectHome=/),
    ]);
    expect(
      await findings({
        NODE_EXTRA_CA_CERTS: '/run/user/1000/ca.pem',
        BACKUP_IDENTITY_FILE: '/var/tmp/backup.key',
        DATABASE_URL: 'postgres://portico@db.test/portico?sslmode=verify-full&sslrootcert=%2Fhome%2Fana%2Fdb.pem',
      }),
    ).toEqual([
      expect.stringMatching(
        /^problem NODE_EXTRA_CA_CERTS: portico-worker cannot see \/run\/user\/1000\/ca\.pem .*→ Put keys and certificate authorities into \/etc\/portico/,
      ),
      expect.stringMatching(/^problem BACKUP_IDENTITY_FILE: portico-worker cannot see \/var\/tmp\/backup\.key/),
      expect.stringMatching(/^problem DATABASE_URL: portico-worker cannot see \/home\/ana\/db\.pem/),
    ]);
  });

  test('of web processes need not allow what only workers use [OPS-498]', async () => {
    const unit = SANDBOX.replace('PORTICO_ROLE=worker', 'PORTICO_ROLE=web');
    expect(await findings({ BACKUP_URL: 'file:///srv/backups' }, { unit })).toEqual([expect.stringMatching(/^OK/)]);
  });

  test('of another account, or with another settings file, is a warning [OPS-498]', async () => {
    const unit = `${SANDBOX}User=somebody\nEnvironmentFile=/etc/portico/portico.env\n`;
    expect(await findings({ PORTICO_SETTINGS_FILE: '/srv/try.env' }, { unit })).toEqual([
      expect.stringMatching(
        /^warning portico-worker reads its settings from \/etc\/portico\/portico\.env, not from \/srv\/try\.env\./,
      ),
      expect.stringMatching(/^warning portico-worker runs as somebody, but doctor runs as /),
    ]);
  });

  test('that does not exist is a problem [OPS-498]', () => {
    expect(checkSandbox(loadConfig(SETTINGS), SETTINGS, ['portico-nowhere'])).toMatchObject([
      { status: 'problem', what: 'There is no unit portico-nowhere.' },
    ]);
  });
});
