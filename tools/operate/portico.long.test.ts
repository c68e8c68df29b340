import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { withConnection } from '@portico/dev-database/databases';
import { fillFolder } from '@portico/server/backup/folderParts';
import { listOwnTables } from '@portico/server/backup/ownTables';
import { writeBackup } from '@portico/server/backup/writeBackup';
import { addJob } from '@portico/server/jobs/queue';
import { emptyDatabase, filledPortal } from '@portico/server/testing/filledPortal';
import { healthyParts } from '@portico/server/testing/healthyParts';
import { testDatabase } from '@portico/server/testing/testDatabase';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createCertificate } from '../deployment/certificate.ts';
import { findProgram } from '../deployment/program.ts';
import { root } from '../root.ts';

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
const hasOpenssl = findProgram('openssl') !== undefined;
if (!isRoot) console.warn('Skipping tests of accounts, because they need root');

/** A server with a settings file, like one that followed docs/install.md. */
async function server(settings: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'portico-server-'));
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  const file = join(folder, 'portico.env');
  const write = (more: Record<string, string>) =>
    writeFile(
      file,
      Object.entries({ PORTICO_DATA_DIR: dataDir, ...settings, ...more })
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    );
  await write({});
  const start = async (program: string[], args: string[], env: Record<string, string> = {}) => {
    const child = spawn(process.execPath, [...program.map((path) => join(root, path)), ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit') as Promise<[number]>,
    ]);
    return { code, out, err };
  };
  const portico = (...args: string[]) => start(['bin/portico.mjs'], ['--settings', file, ...args]);
  return { folder, dataDir, file, write, start, portico };
}

const target = ({ url }: { url: string }) => {
  const { host, pathname, username } = new URL(url);
  return `Database ${pathname.slice(1)} on ${host} as ${username}, from `;
};

describe('the command portico', () => {
  test('restores into the database of the settings file, names it first, and asks for --yes [OPS-491]', async () => {
    const from = await filledPortal();
    const empty = await emptyDatabase();
    const { folder, dataDir, portico } = await server({
      DATABASE_URL: empty.applicationUrl,
      DATABASE_OWNER_URL: empty.url,
    });
    await fillFolder(join(folder, 'backup'), (parts) =>
      writeBackup(parts, { databaseUrl: from.url, store: from.store }),
    );
    const asked = await portico('restore', 'backup');
    expect(asked).toMatchObject({ code: 2, out: '' });
    expect(asked.err).toContain(target(empty));
    expect(asked.err).toMatch(/This restores .* Nothing was changed\. To go ahead, add --yes\.\n$/);
    expect(asked.err).not.toContain(new URL(empty.url).password);
    const done = await portico('restore', 'backup', '--yes');
    expect(done).toMatchObject({ code: 0, out: expect.stringMatching(/\d+ rows of \d+ tables and 5 files/) as string });
    expect(await readdir(join(dataDir, 'files'))).toContain('pictures');
    expect(await portico('restore', 'backup', '--yes')).toMatchObject({
      code: 1,
      err: expect.stringContaining('The database is not empty') as string,
    });
  });

  test('checks backup, key, database and file store before it asks for --yes, and changes nothing [OPS-522]', async () => {
    const [from, empty] = [await filledPortal(), await emptyDatabase()];
    const { folder, dataDir, portico, write } = await server();
    const identities = await Promise.all([generateX25519Identity(), generateX25519Identity()]);
    for (const [index, identity] of identities.entries())
      await writeFile(join(folder, `${index}.key`), `${identity}\n`);
    const backups = `file://${folder}/backups`;
    const toBackUp = { DATABASE_URL: from.url, BACKUP_URL: backups };
    await write({ ...toBackUp, BACKUP_RECIPIENTS: await identityToRecipient(identities[0]!) });
    expect(await portico('backup')).toMatchObject({ code: 0 });
    await write({ DATABASE_URL: empty.applicationUrl, DATABASE_OWNER_URL: empty.url });
    const asked = async (...args: string[]) => {
      const { code, err } = await portico('restore', ...args);
      expect(err).toContain(target(empty));
      return { code, err: err.replace(/^.*\n/, '') };
    };
    const withKey = (index: number) => asked(backups, '--identity', `${index}.key`);
    expect(await withKey(0)).toEqual({
      code: 2,
      err: expect.stringMatching(
        /database, which is empty, and .*\/files: \d+ rows .* Nothing was changed\. To go ahead, add --yes\.\n$/,
      ),
    });
    expect(await withKey(1)).toEqual({ code: 1, err: expect.stringContaining('None of the given keys opens') });
    expect(await asked('nowhere')).toEqual({ code: 1, err: expect.stringContaining('is not a complete backup') });
    await mkdir(join(dataDir, 'files/pictures/9'), { recursive: true });
    await writeFile(join(dataDir, 'files/pictures/9/800.webp'), 'another portal');
    expect(await withKey(0)).toEqual({ code: 1, err: expect.stringContaining('The file store is not empty') });
    await rm(join(dataDir, 'files'), { recursive: true });
    expect(await withConnection(empty.url, listOwnTables)).toEqual([]);
    expect(await readdir(dataDir)).toEqual([]);
    await withConnection(empty.url, (client) => client.query('create table mine (one int)'));
    expect(await withKey(0)).toEqual({ code: 1, err: expect.stringContaining('The database is not empty') });
    expect(await portico('restore', 'backups', '--list')).toMatchObject({
      code: 2,
      err: `--list, --backup and --identity are for addresses, and backups is a folder. If it holds the backups of BACKUP_URL, name it ${backups}.\n`,
    });
  });

  test('and every npm command of operators start no database where a settings file exists, and say what is not set [OPS-492]', async () => {
    const { folder, dataDir, file, start, portico } = await server();
    await writeFile(join(folder, 'people.csv'), 'email\nana@x.example\n');
    const commands = [
      ['restore', '/srv/backup', '--yes'],
      ['backup', join(folder, 'copy')],
      ['jobs', 'list'],
      ['audit:report', '--item', crypto.randomUUID()],
      ['people:import', 'people.csv'],
      ['content:import', join(root, 'demo')],
      ['content:export', join(folder, 'content')],
    ];
    for (const [name = '', ...args] of commands) {
      const message = `DATABASE_URL is not set in ${file}.`;
      expect((await portico(name, ...args)).err, name).toContain(message);
      const env = { PORTICO_SETTINGS_FILE: file };
      expect((await start(['tools/bootstrap.mjs'], [name, ...args], env)).err, name).toContain(message);
    }
    const direct = await start(['tools/jobs/main.ts'], ['list'], {
      PORTICO_SETTINGS_FILE: file,
      PORTICO_DATA_DIR: dataDir,
    });
    expect(direct).toMatchObject({ code: 1, err: expect.stringContaining('only a trial starts a database') as string });
    expect(await readdir(dataDir)).toEqual([]);
  });

  test('ignores the shell where the settings file decides, and says so [OPS-490]', async () => {
    const { url, applicationUrl } = await testDatabase();
    const { file, start } = await server({ DATABASE_URL: applicationUrl, DATABASE_OWNER_URL: url });
    const env = { DATABASE_URL: 'postgres://portico@127.0.0.1:1/elsewhere' };
    const { code, out, err } = await start(['bin/portico.mjs'], ['jobs', 'list', `--settings=${file}`], env);
    expect({ code, out }).toEqual({ code: 0, out: 'No jobs.\n' });
    expect(err).toContain(
      'Ignored these variables of the shell, because the settings file takes precedence: DATABASE_URL.',
    );
    expect(err).toContain(target({ url }));
  });

  test('takes a second settings file for what the processes should not know [OPS-490]', async () => {
    const { url, applicationUrl } = await testDatabase();
    const { env } = await healthyParts();
    const { folder, portico } = await server({ ...env, DATABASE_URL: applicationUrl, DATABASE_OWNER_URL: '' });
    await writeFile(join(folder, 'owner.env'), `DATABASE_OWNER_URL=${url}\n`);
    expect(await portico('migrate', '--settings', 'owner.env')).toMatchObject({
      code: 0,
      out: 'The schema is up to date.\n',
      err: expect.stringContaining(new URL(url).pathname.slice(1)) as string,
    });
  });

  test('says what is wrong with its arguments and settings file [OPS-490]', async () => {
    const { portico, start, folder } = await server();
    expect(await portico('restroe')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^There is no command restroe\. The commands are .*, restore, /) as string,
    });
    const missing = join(folder, 'missing.env');
    expect(await start(['bin/portico.mjs'], ['doctor', '--settings', missing])).toMatchObject({
      code: 1,
      err: `There is no settings file ${missing}.\n`,
    });
    expect(await portico('restore', '')).toMatchObject({
      code: 2,
      err: 'The argument after restore is empty. Is a variable in the command line not set in this shell?\n',
    });
    expect(await portico('backup')).toMatchObject({
      code: 2,
      err: expect.stringMatching(
        /^BACKUP_URL is not set in .*portico\.env\. Set it there, or name the folder for the backup\.\n$/,
      ) as string,
    });
    expect(await portico('help')).toMatchObject({ code: 0, out: expect.stringContaining('people:import') as string });
  });

  test('refuses a settings file with lines that systemd ignores, or without any setting [OPS-518]', async () => {
    const { portico, folder } = await server();
    const refused = async (text: string) => {
      await writeFile(join(folder, 'wrong.env'), text);
      const { code, err } = await portico('--settings', 'wrong.env', 'doctor', '--before-start');
      expect(code).toBe(1);
      return err.replaceAll(folder, '');
    };
    expect(await refused('export PORT=3000\n')).toBe(
      '/wrong.env: “export PORT” is not the name of a setting. Lines have the form NAME=value, without export.\n',
    );
    expect(await refused('# nothing\n')).toBe('/wrong.env has no settings: lines of the form NAME=value.\n');
  });

  test('says what to do when a database, a file or a folder is missing, with the same settings file [OPS-518, OPS-524]', async () => {
    const { url, applicationUrl } = await emptyDatabase();
    const { folder, portico, write } = await server({ DATABASE_URL: applicationUrl, DATABASE_OWNER_URL: url });
    const failed = async (...args: string[]) => {
      const { code, out, err } = await portico(...args);
      return { code, out, err: err.replaceAll(folder, '').replace(/^Database .*\n/, '') };
    };
    expect((await failed('jobs', 'list')).err).toMatch(
      /does not exist\. The database does not have the tables of this version\. portico --settings \/portico\.env migrate creates them\.\n$/,
    );
    expect(await failed('people:import', 'people.csv')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/There is no file or folder \/people\.csv\.\n$/) as string,
    });
    const missing = await failed('files:migrate', '--from', `file://${folder}/old`, '--to', `file://${folder}/new`);
    expect(missing).toEqual({ code: 2, out: '', err: 'There is no folder /old, so there is nothing to copy.\n' });
    expect(await failed('files:migrate', '--from', `file://${folder}`, '--to', 'new')).toMatchObject({
      code: 2,
      err: '--to must be an address such as s3://bucket/prefix or file:///path/to/a/folder.\n',
    });
    expect(await failed('restore', `file://${folder}/old`, '--list')).toMatchObject({
      code: 0,
      out: `There is no complete backup at file://${folder}/old.\n`,
    });
    await write({ DATABASE_URL: 'postgres://portico@127.0.0.1:1/portico', DATABASE_OWNER_URL: '' });
    expect((await failed('jobs', 'list')).err).toMatch(
      /ECONNREFUSED .*\. To find out why, run portico --settings \/portico\.env doctor\.\n$/,
    );
  });

  test('migrates only without arguments, and describes itself with --help [OPS-518]', async () => {
    const { url, applicationUrl } = await emptyDatabase();
    const { env } = await healthyParts();
    const { portico } = await server({ ...env, DATABASE_URL: applicationUrl, DATABASE_OWNER_URL: url });
    expect(await portico('migrate', '--help')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^portico migrate\n/) as string,
    });
    expect(await portico('migrate', '--dry-run')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--dry-run') as string,
    });
    expect(await withConnection(url, listOwnTables)).toEqual([]);
  });

  test.skipIf(!hasOpenssl)(
    'passes NODE_EXTRA_CA_CERTS to the process, so that doctor trusts what the portal trusts [OPS-494]',
    async () => {
      const { env, issuer } = await healthyParts();
      const { folder, portico } = await server();
      const tls = createCertificate(folder, ['localhost']);
      const provider = createServer(
        { cert: await readFile(tls.certificate), key: await readFile(tls.key) },
        (request, response) => {
          const origin = `https://localhost:${(provider.address() as AddressInfo).port}`;
          void fetch(new URL(request.url!, issuer.discoveryUrl)).then(async (answer) =>
            response.end((await answer.text()).replaceAll(new URL(issuer.discoveryUrl).origin, origin)),
          );
        },
      );
      await once(provider.listen(0, 'localhost'), 'listening');
      onTestFinished(() => void provider.close());
      const OIDC_ISSUER = `https://localhost:${(provider.address() as AddressInfo).port}`;
      const about = async (more: Record<string, string>) => {
        await writeFile(
          join(folder, 'more.env'),
          Object.entries({ ...env, OIDC_ISSUER, ...more })
            .map(([name, value]) => `${name}=${value}\n`)
            .join(''),
        );
        const { out } = await portico('--settings', 'more.env', 'doctor', '--before-start');
        return out.split('\n').filter((line) => /identity provider/.test(line));
      };
      expect((await about({}))[0]).toMatch(/^problem/);
      expect((await about({ NODE_EXTRA_CA_CERTS: tls.certificate }))[0]).toMatch(/^OK +identity provider .* discovery/);
    },
  );
});

describe('operators’ commands while the portal is read-only', () => {
  test('that change what people see refuse, say until when, and change nothing; others run [OPS-499]', async () => {
    const { url, applicationUrl, db } = await testDatabase();
    const { folder, portico } = await server({ DATABASE_URL: applicationUrl, DATABASE_OWNER_URL: url });
    await addJob(db, 'read-file', { fileId: crypto.randomUUID() });
    await db.updateTable('maintenance').set({ is_read_only: true, read_only_until: '2031-02-01T09:00:00Z' }).execute();
    await writeFile(join(folder, 'people.csv'), 'email\nana@x.example\n');
    for (const [name = '', ...args] of [
      ['people:import', 'people.csv'],
      ['content:import', join(root, 'demo')],
      ['jobs', 'retry', '1'],
      ['jobs', 'drop', '1', '--yes'],
    ])
      expect(await portico(name, ...args), name).toMatchObject({
        code: 1,
        err: expect.stringMatching(
          /The portal is read-only, probably until 2031-02-01T09:00:00.*, so nothing was changed\. /,
        ) as string,
      });
    expect(await db.selectFrom('users').select('id').execute()).toEqual([]);
    expect((await portico('jobs', 'list')).out).toContain('read-file');
    expect((await portico('people:import', 'people.csv', '--dry-run')).out).toContain('1 added');
  });
});

describe.skipIf(!isRoot)('the command portico, run as root', () => {
  test('continues as the owner of the data folder, so that the portal can remove what it wrote [OPS-493]', async () => {
    const { url, applicationUrl } = await testDatabase();
    const { folder, dataDir, write, portico } = await server();
    const backups = join(folder, 'backups');
    await mkdir(backups);
    for (const path of [dataDir, backups]) await chown(path, NOBODY, NOBODY);
    await write({ DATABASE_URL: applicationUrl, DATABASE_OWNER_URL: url, BACKUP_URL: `file://${backups}` });
    expect(await portico('backup')).toMatchObject({ code: 0 });
    const entries = await readdir(backups, { recursive: true });
    expect(entries.length).toBeGreaterThan(5);
    for (const entry of entries) expect((await stat(join(backups, entry))).uid, entry).toBe(NOBODY);
  });

  test('names the folder that it may not write a backup to, and leaves nothing of one that failed [OPS-518]', async () => {
    const { url, applicationUrl } = await testDatabase();
    const { folder, dataDir, portico } = await server({ DATABASE_URL: applicationUrl, DATABASE_OWNER_URL: url });
    await chown(dataDir, NOBODY, NOBODY);
    const closed = join(folder, 'closed');
    await mkdir(closed, { mode: 0o700 });
    expect((await portico('backup', join(closed, 'copy'))).err).toMatch(
      /EACCES: .*closed\/copy'\. This command runs as nobody\.\n$/,
    );
    const failed = fillFolder(join(folder, 'full'), async (parts) => {
      await parts.write('rows', Readable.from(['1']));
      throw new Error('The disk is full.');
    });
    await expect(failed).rejects.toThrow('The disk is full.');
    expect((await readdir(folder)).filter((name) => name.startsWith('full'))).toEqual([]);
  });

  test('names a file that the account of the portal may not read, and how to give it one [OPS-493]', async () => {
    const { applicationUrl } = await testDatabase();
    const { folder, dataDir, write, portico } = await server();
    await chown(dataDir, NOBODY, NOBODY);
    await write({ DATABASE_URL: applicationUrl });
    const secret = join(folder, 'people.csv');
    await writeFile(secret, 'email\nana@x.example\n', { mode: 0o600 });
    expect(await portico('people:import', 'people.csv')).toMatchObject({
      code: 1,
      err: `The portal’s account, nobody, cannot read ${secret}. Copy it to where it can: install -o nobody -m 400 ${secret} /etc/portico/\n`,
    });
  });

  test('names the folder that its account may not enter, where a certificate is or the program itself [OPS-514]', async () => {
    const { folder, dataDir, write, portico } = await server();
    await chown(dataDir, NOBODY, NOBODY);
    const keys = join(folder, 'keys');
    await mkdir(keys, { mode: 0o700 });
    await writeFile(join(keys, 'ca.pem'), 'certificate');
    const { env } = await healthyParts();
    await write({ ...env, PORTICO_DATA_DIR: dataDir, NODE_EXTRA_CA_CERTS: join(keys, 'ca.pem') });
    expect((await portico('doctor', '--before-start')).out).toContain(
      `Let the portal’s account into its folder: chmod 755 ${keys}`,
    );
    const module = join(root, 'apps/server/src/doctor/closedFolder.ts');
    const script = `import { closedFolderAbove } from ${JSON.stringify(module)};
      console.log(closedFolderAbove(process.argv[1]), closedFolderAbove(process.execPath));`;
    const asNobody = { uid: NOBODY, gid: NOBODY, cwd: folder };
    const child = spawn(
      process.execPath,
      ['--input-type=module', '-e', script, join(keys, 'bin/portico.mjs')],
      asNobody,
    );
    expect(await text(child.stdout)).toBe(`${keys} undefined\n`);
  });

  test('is missed by a command that is started without it as root, which says whose files it writes [OPS-493]', async () => {
    const { url } = await testDatabase();
    const { dataDir, start } = await server();
    await chown(dataDir, NOBODY, NOBODY);
    const env = { DATABASE_URL: url, PORTICO_DATA_DIR: dataDir };
    expect((await start(['tools/jobs/main.ts'], ['list'], env)).err).toContain(
      'This runs as root, but the portal runs as nobody, which can’t change the files that root writes.',
    );
  });
});
