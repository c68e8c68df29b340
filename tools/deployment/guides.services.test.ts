import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startCluster } from '@portico/dev-database/cluster';
import { withConnection } from '@portico/dev-database/databases';
import { freePort } from '@portico/server/testing/processes/childServer';
import { startMailServer } from '@portico/server/testing/services/mailServer';
import { startTestIssuer, TEST_AUDIENCE, TEST_CLIENT_ID } from '@portico/server/testing/testIssuer';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readText } from '../checks/repositoryFiles.ts';
import { buildWebApp } from '../front-end/webApp.ts';
import { pack } from '../release/archive.ts';
import { root } from '../root.ts';
import { buildServer } from '../serverBuild.ts';
import { createCertificate } from './certificate.ts';
import { findProgram } from './program.ts';

const missing = ['nginx', 'openssl', 'unshare'].filter((name) => !findProgram(name));
if (process.getuid?.() !== 0) missing.push('root');
if (missing.length > 0)
  console.warn(`Skipping the test of the guides, because these are missing: ${missing.join(', ')}`);

/** The blocks of a page that hold commands or, with a language, something else. */
const blocksOf = (page: string, language = '') =>
  [...readText(page).matchAll(/^```(\w*)\n([^]*?)^```$/gm)].flatMap(([, own, lines = '']) =>
    own === language ? [lines] : [],
  );

interface Ran {
  command: string;
  code: number;
  output: string;
}

/**
 * Runs commands one after another as root of a copy of this machine's file system, up to the first one that does not
 * end with its code.
 */
async function runInSandbox(folder: string, commands: Array<{ command: string; code: number }>): Promise<Ran[]> {
  const [work, list] = [join(folder, 'sandbox'), join(folder, 'commands')];
  await mkdir(work);
  await writeFile(list, commands.map(({ command, code }) => `${code} ${command}\n`).join(''));
  const script = join(root, 'tools/deployment/sandbox/run.sh');
  // Its own processes end with it.
  const args = ['--mount', '--propagation', 'private', '--pid', '--fork', '--kill-child', 'bash', script, work, list];
  const child = spawn('unshare', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [written] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return [...written.matchAll(/^:: (.*)\n([^]*?)\n:: exit (\d+)$/gm)].map(([, command = '', output = '', code]) => ({
    command,
    code: Number(code),
    output,
  }));
}

describe.skipIf(missing.length > 0)('the guides for operators', () => {
  beforeAll(async () => {
    await buildWebApp(() => undefined);
    await buildServer(() => undefined);
  }, 300_000);

  test('contain commands that work in this order on a machine without a portal [OPS-512]', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portico-guides-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const cluster = await startCluster({ dataDir: join(folder, 'database') });
    onTestFinished(() => cluster.stop());
    const [roles = ''] = blocksOf('docs/install.md', 'sql');
    for (const statement of roles.replaceAll('…', 'secret').split(';').slice(0, -1))
      await withConnection(cluster.superuserUrl, (client) => client.query(statement));
    for (const statement of ['alter role portico_owner createdb', 'create database restored owner portico_owner'])
      await withConnection(cluster.superuserUrl, (client) => client.query(statement));

    const issuer = await startTestIssuer();
    onTestFinished(() => issuer.close());
    const mail = await startMailServer();
    const ports = new Map<string, number>();
    for (const port of ['80', '443', '3000', '3001', '3080', '3100']) ports.set(port, await freePort());
    const withPorts = (lines: string) =>
      lines.replaceAll(/\b3(?:000|001|080|100)\b/g, (port) => String(ports.get(port)));
    const identity = await generateX25519Identity();
    const tls = createCertificate(folder, ['localhost']);
    const chosen: Record<string, string> = {
      PUBLIC_URL: withPorts('http://localhost:3000'),
      PORT: withPorts('3000'),
      DATABASE_URL: `postgres://portico_app:secret@127.0.0.1:${cluster.port}/portico`,
      DATABASE_OWNER_URL: `postgres://portico_owner:secret@127.0.0.1:${cluster.port}/portico`,
      OIDC_ISSUER: issuer.issuer,
      OIDC_CLIENT_ID: TEST_CLIENT_ID,
      OIDC_AUDIENCE: TEST_AUDIENCE,
      SMTP_URL: mail.url,
      MAIL_FROM: 'portal@portico.test',
      METRICS_TOKEN: 'a-token-that-the-operator-chose',
    };
    const forBackups = {
      BACKUP_URL: 'file:///var/backups/portico',
      BACKUP_RECIPIENTS: await identityToRecipient(identity),
      BACKUP_IDENTITY_FILE: '/etc/portico/backup.key',
    };
    const settings = readText('deploy/systemd/portico.env.example').replaceAll(
      /^([A-Z_]+)=.*$/gm,
      (line, name: string) => (name in chosen ? `${name}=${chosen[name]}` : line),
    );
    await writeFile(join(folder, 'settings'), settings);
    const lines = Object.entries(forBackups).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(join(folder, 'backups'), lines.join(''));
    await writeFile(join(folder, 'backup.key'), `${identity}\n`);
    await writeFile(join(folder, 'people.csv'), 'email,branch\nana@portico.test,Boston\n');
    await mkdir(join(folder, 'content'));
    const [news = ''] = (await readFile(join(root, 'demo/news.jsonl'), 'utf8')).split('\n');
    await writeFile(join(folder, 'content/news.jsonl'), `${news}\n`);
    await pack(root, join(folder, 'portico-0.1.0-linux-x64.tar.gz'), '0');

    const nginxEdits = [
      `s/portal.example.com/localhost/`,
      `s/listen 80;/listen ${ports.get('80')};/`,
      `s/listen 443 /listen ${ports.get('443')} /`,
      `s,/etc/ssl/portal.pem,${tls.certificate},`,
      `s,/etc/ssl/portal.key,${tls.key},`,
      // A stand-in for systemd starts the services without their socket.
      `s/127.0.0.1:3080/127.0.0.1:${ports.get('3000')}/`,
    ]
      .map((edit) => `-e '${edit}'`)
      .join(' ');
    const throughNginx = `curl -sS --retry 20 --retry-connrefused --cacert ${tls.certificate} https://localhost:${ports.get('443')}/readyz`;
    /** What an operator does between the blocks, by the first line of the block that follows. */
    const before: Record<string, string[]> = {
      'useradd --system --home-dir /var/lib/portico --shell /usr/sbin/nologin portico': [
        `rm -f /usr/local/bin/node /usr/local/bin/npm`,
        `cp ${process.execPath} /usr/local/bin/node`,
        `cp ${root}/tools/deployment/sandbox/systemctl /usr/local/sbin/systemctl`,
        `cp ${folder}/portico-0.1.0-linux-x64.tar.gz /tmp`,
        `cd /tmp`,
        `sha256sum portico-0.1.0-linux-x64.tar.gz > SHA256SUMS`,
        `cd ${folder}`,
        `mkdir -p /path/to && cp -r people.csv content /path/to`,
      ],
      'install -d -o portico -g portico -m 750 /var/lib/portico': [`cp ${folder}/settings /etc/portico/portico.env`],
      'nginx -t && systemctl reload nginx': [
        `rm -f /etc/nginx/sites-enabled/*`,
        `sed -i ${nginxEdits} /etc/nginx/conf.d/portico.conf`,
      ],
      'install -d -o portico -g portico -m 750 /var/backups/portico': [
        `cat ${folder}/backups >> /etc/portico/portico.env`,
        `install -o portico -m 400 ${folder}/backup.key /etc/portico/backup.key`,
      ],
      'cp /opt/portico/current/deploy/systemd/*.s* /etc/systemd/system/': [
        `sed -i s/3100/${ports.get('3100')}/ /opt/portico/current/deploy/systemd/portico-worker.service`,
      ],
    };
    /** These end with another code than 0, as the page says. */
    const codes: Record<string, number> = { 'portico restore --identity /etc/portico/backup.key': 2 };
    const isReplaced = (block: string) => block.includes('nodejs.org');
    const steps = [...blocksOf('docs/install.md'), ...blocksOf('docs/operations.md')]
      .filter((block) => !isReplaced(block))
      .map((block) => block.trimEnd().split('\n'))
      .flatMap((lines) => [...(before[lines[0]!] ?? []), ...lines.map(withPorts)])
      .flatMap((line) =>
        line === 'portico restore --list'
          ? [
              line,
              `sed -i '/^DATABASE/s,/portico$,/restored,' /etc/portico/portico.env`,
              `mv /var/lib/portico/files ${folder}/old`,
            ]
          : line === 'nginx -t && systemctl reload nginx'
            ? [line, throughNginx]
            : [line],
      )
      .map((command) => ({ command, code: codes[command] ?? 0 }));
    const ran = await runInSandbox(folder, steps);
    const last = ran.slice(-3).map(({ command, output }) => `$ ${command}\n${output.slice(-3000)}`);
    expect(
      ran.map(({ command, code }) => ({ command, code })),
      last.join(''),
    ).toEqual(steps);
    const outputsOf = (command: string) => ran.filter((one) => one.command === command).map(({ output }) => output);
    expect(outputsOf('portico doctor')).toHaveLength(3);
    expect(outputsOf(throughNginx)[0]).toContain('{"status":"ready"}');
    expect(outputsOf('portico restore --identity /etc/portico/backup.key --yes')[0]).toMatch(/\d+ rows of \d+ tables/);
    expect(outputsOf('portico people:import /path/to/people.csv')[0]).toContain('1 added');
  });
});
