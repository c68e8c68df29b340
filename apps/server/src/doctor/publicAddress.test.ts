import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import type { Config } from '../config.ts';
import { checkPublicAddress } from './publicAddressCheck.ts';

const hasOpenssl = ['/usr/bin/openssl', '/usr/local/bin/openssl'].some((path) => existsSync(path));
if (!hasOpenssl) console.warn('Not installed, so that tests are skipped: openssl');

const YEAR = 'max-age=31536000; includeSubDomains';
const VERSION = JSON.stringify({ version: packageJson.version, build: 'x' });

interface Site {
  host?: string;
  days?: number;
  isTrusted?: boolean;
  hsts?: string;
  body?: string;
}

/** What is found at an HTTPS address with a certificate for `host`. */
async function findingsAt({ host = 'localhost', days = 90, isTrusted = true, hsts = YEAR, body = VERSION }: Site = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'portico-doctor-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [cert, key] = [join(folder, 'tls.pem'), join(folder, 'tls.key')];
  const words = `req -x509 -newkey rsa:2048 -nodes -days ${days} -subj /CN=test -addext subjectAltName=DNS:${host}`;
  execFileSync('openssl', [...words.split(' '), '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const server = createServer({ cert: await readFile(cert), key: await readFile(key) }, (_request, response) => {
    if (hsts !== '') response.setHeader('strict-transport-security', hsts);
    response.end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const known = getCACertificates();
  if (isTrusted) setDefaultCACertificates([...known, await readFile(cert, 'utf8')]);
  onTestFinished(() => {
    setDefaultCACertificates(known);
    server.closeAllConnections();
    return new Promise((done) => server.close(() => done()));
  });
  const { port } = server.address() as AddressInfo;
  return checkPublicAddress({ PUBLIC_URL: `https://localhost:${port}` } as Config);
}

const troublesAt = async (site: Site) => (await findingsAt(site)).filter(({ status }) => status !== 'OK');

describe.skipIf(!hasOpenssl)('the public address', () => {
  test('with a valid certificate, HSTS and the portal behind it is fine [OPS-118]', async () => {
    expect((await findingsAt()).map(({ status }) => status)).toEqual(['OK', 'OK', 'OK']);
  });

  test('has a problem when browsers reject its certificate, and a warning when that is due soon [OPS-118]', async () => {
    expect(await troublesAt({ isTrusted: false })).toMatchObject([
      { status: 'problem', what: 'Browsers reject the certificate: DEPTH_ZERO_SELF_SIGNED_CERT.' },
    ]);
    expect(await troublesAt({ host: 'elsewhere.example.com' })).toMatchObject([
      { status: 'problem', what: 'Browsers reject the certificate: ERR_TLS_CERT_ALTNAME_INVALID.' },
    ]);
    expect(await troublesAt({ days: 20 })).toMatchObject([
      { status: 'warning', what: expect.stringMatching(/valid for another (?:19|20) days/) as string },
    ]);
  });

  test('has a problem without HSTS or with a short one, and when something else answers [OPS-118]', async () => {
    expect(await troublesAt({ hsts: '' })).toMatchObject([
      { status: 'problem', what: 'The header Strict-Transport-Security is missing.' },
    ]);
    expect(await troublesAt({ hsts: 'max-age=60' })).toMatchObject([{ status: 'problem' }]);
    expect(await troublesAt({ body: '<title>nginx</title>' })).toMatchObject([
      { status: 'problem', what: expect.stringMatching(/answered by something else/) as string },
    ]);
    expect(await troublesAt({ body: '{"version":"0.0.1","build":"x"}' })).toMatchObject([
      { status: 'warning', what: expect.stringMatching(/leads to Portico 0\.0\.1/) as string },
    ]);
  });

  test('that nobody answers at is a problem [OPS-118]', async () => {
    expect(await checkPublicAddress({ PUBLIC_URL: 'https://localhost:1' } as Config)).toMatchObject([
      { status: 'problem', advice: expect.stringMatching(/^Nothing listens there/) as string },
    ]);
  });
});
