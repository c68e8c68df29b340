import { createServer as createPlainServer, type Server } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { getVersion } from '@portico/contracts/version';
import packageJson from '../../package.json' with { type: 'json' };
import type { Config } from '../config.ts';
import { hasOpenssl, makeCertificate } from '../testing/services/tlsServer.ts';
import { checkPublicAddress } from './publicAddressCheck.ts';

if (!hasOpenssl) console.warn('Not installed, so that tests are skipped: openssl');

const YEAR = 'max-age=31536000; includeSubDomains';
const VERSION = JSON.stringify({ version: packageJson.version, build: 'x' });

interface Site {
  host?: string;
  days?: number;
  isTrusted?: boolean;
  hsts?: string;
  body?: string;
  /** The response on the plain http port; `null` if the port is closed. */
  plain?: { status: number; location?: string | undefined; body?: string } | null;
}

const REDIRECT = { status: 301, location: `https://localhost${getVersion.path}` };
const CLOSED_PORT = 1;

/** Starts the server on a free port until the end of the test, and returns the port. */
async function listen(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise((done) => server.close(() => done()));
  });
  return (server.address() as AddressInfo).port;
}

const listenPlainly = ({ status, location, body }: NonNullable<Site['plain']>) =>
  listen(
    createPlainServer((_request, response) => {
      response.writeHead(status, location === undefined ? {} : { location }).end(body);
    }),
  );

/** The findings for an HTTPS address with a certificate for `host`. */
async function findingsAt(site: Site = {}) {
  const { host = 'localhost', days = 90, isTrusted = true, hsts = YEAR, body = VERSION, plain = REDIRECT } = site;
  const { cert, key } = await makeCertificate(days, host);
  const server = createServer({ cert, key }, (_request, response) => {
    if (hsts !== '') response.setHeader('strict-transport-security', hsts);
    response.end(body);
  });
  const port = await listen(server);
  const known = getCACertificates();
  if (isTrusted) setDefaultCACertificates([...known, cert]);
  onTestFinished(() => setDefaultCACertificates(known));
  const plainPort = plain === null ? CLOSED_PORT : await listenPlainly(plain);
  return checkPublicAddress({ PUBLIC_URL: `https://localhost:${port}` } as Config, plainPort);
}

const troublesAt = async (site: Site) => (await findingsAt(site)).filter(({ status }) => status !== 'OK');

describe.skipIf(!hasOpenssl)('the public address', () => {
  test('is fine with a valid certificate, HSTS, a redirect and the portal behind it [OPS-118]', async () => {
    expect((await findingsAt()).map(({ status }) => status)).toEqual(['OK', 'OK', 'OK', 'OK']);
  });

  test('has a problem if browsers reject its certificate, and a warning if the certificate expires soon [OPS-118]', async () => {
    expect(await troublesAt({ isTrusted: false })).toMatchObject([
      { status: 'problem', what: 'Browsers reject the certificate: DEPTH_ZERO_SELF_SIGNED_CERT.' },
    ]);
    expect(await troublesAt({ host: 'elsewhere.example.com' })).toMatchObject([
      { status: 'problem', what: 'Browsers reject the certificate: ERR_TLS_CERT_ALTNAME_INVALID.' },
    ]);
    expect(await troublesAt({ days: 20 })).toMatchObject([
      { status: 'warning', what: expect.stringMatching(/valid for (?:19|20) more days/) as string },
    ]);
  });

  test('has a problem without HSTS, with a short max-age, or if something else responds [OPS-118]', async () => {
    expect(await troublesAt({ hsts: '' })).toMatchObject([
      { status: 'problem', what: 'The Strict-Transport-Security header is missing.' },
    ]);
    expect(await troublesAt({ hsts: 'max-age=60' })).toMatchObject([{ status: 'problem' }]);
    expect(await troublesAt({ body: '<title>nginx</title>' })).toMatchObject([
      { status: 'problem', what: expect.stringMatching(/answered by something other/) as string },
    ]);
    expect(await troublesAt({ body: '{"version":"0.0.1","build":"x"}' })).toMatchObject([
      { status: 'warning', what: expect.stringMatching(/reaches Portico 0\.0\.1/) as string },
    ]);
  });

  test('has a problem if plain http does not redirect to https, but not if its port is closed [OPS-118]', async () => {
    const noRedirect = (status: number) => [
      { status: 'problem', what: expect.stringContaining(`responds with status ${status} instead of`) as string },
    ];
    expect(await troublesAt({ plain: { status: 200, body: VERSION } })).toMatchObject(noRedirect(200));
    expect(await troublesAt({ plain: { status: 200, body: 'x'.repeat(200_000) } })).toMatchObject(noRedirect(200));
    for (const location of [undefined, '/login', 'http://localhost/', 'https://elsewhere.example.com/', 'https://'])
      expect(await troublesAt({ plain: { status: 302, location } })).toMatchObject(noRedirect(302));
    expect(await troublesAt({ plain: { status: 308, location: 'https://localhost/' } })).toEqual([]);
    expect(await troublesAt({ plain: null })).toEqual([]);
  });

  test('has a problem if nothing responds there [OPS-118]', async () => {
    expect(await checkPublicAddress({ PUBLIC_URL: 'https://localhost:1' } as Config)).toMatchObject([
      { status: 'problem', advice: expect.stringMatching(/^Nothing listens there/) as string },
    ]);
  });
});
