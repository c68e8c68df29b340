import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { freePort, startChildServer, type ChildServer } from '@portico/server/testing/processes/childServer';
import { holdSocket } from '@portico/server/testing/processes/unitSocket';
import { contentMaker } from '@portico/server/testing/contentMaker';
import { testDatabase } from '@portico/server/testing/testDatabase';
import { startTestIssuer, type TestIssuer } from '@portico/server/testing/testIssuer';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { buildWebApp } from '../front-end/webApp.ts';
import { findBrowser } from '../tests/browser.ts';
import { createCertificate, type Certificate } from './certificate.ts';
import { GLEWLWYD_PAGE_SETTINGS, GLEWLWYD_PAGES, startGlewlwyd } from './glewlwyd.ts';
import { isLemonldapInstalled, LEMONLDAP_PAGES, LEMONLDAP_PERSON, startLemonldap } from './lemonldap.ts';
import { startNginx } from './nginx.ts';
import { findProgram } from './program.ts';
import { LEAST_CALLS, startLoad } from './rollingLoad.ts';

const HOST = 'portal.example.test';
const OTHER_HOST = 'crm.example.test';
const nginx = findProgram('nginx');
const glewlwyd = findProgram('glewlwyd');
const openssl = findProgram('openssl');
const plackup = findProgram('plackup');
const hasGlewlwyd = nginx && openssl && glewlwyd && findProgram('sqlite3');
const hasLemonldap = nginx && openssl && plackup && isLemonldapInstalled();
const missing = Object.entries({ nginx, openssl, 'glewlwyd with sqlite3': hasGlewlwyd, 'LemonLDAP::NG': hasLemonldap })
  .filter(([, found]) => !found)
  .map(([name]) => name);
if (missing.length > 0)
  console.warn(`Skipping tests, because these are not installed: ${missing.join(', ')} (Debian has them)`);

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-deployment-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

interface Ports {
  folder: string;
  portalUrl: string;
  /** Where nginx serves the provider with TLS, just like the portal. */
  providerPort: number;
  httpsPort: number;
  tls: Certificate;
}

interface Provider {
  issuer: string;
  clientId?: string;
  /** Additional `server` blocks for nginx. */
  servers: string;
}

/** Two processes of the portal that share a socket, as their units do, behind nginx with TLS. */
async function startBehindNginx(startProvider: (ports: Ports) => Promise<Provider>, env: Record<string, string> = {}) {
  const database = await testDatabase();
  const folder = await temporaryFolder();
  const [httpPort = 0, httpsPort = 0, providerPort = 0, socketPort = 0, ...ports] = await freePorts(6);
  const portalUrl = `https://${HOST}:${httpsPort}`;
  const tls = createCertificate(folder, [HOST, OTHER_HOST, 'localhost']);
  const { issuer, clientId, servers } = await startProvider({ folder, portalUrl, providerPort, httpsPort, tls });
  await startNginx({ program: nginx!, socketPort, httpPort, httpsPort, host: HOST, tls, servers });
  const socket = holdSocket(socketPort);
  const startProcess = (port: number) =>
    startChildServer({
      socket,
      databaseUrl: database.applicationUrl,
      issuer: { issuer, discoveryUrl: `${issuer}/.well-known/openid-configuration` },
      port,
      env: {
        DATABASE_OWNER_URL: database.url,
        PUBLIC_URL: portalUrl,
        TRUSTED_PROXIES: '127.0.0.1',
        NODE_EXTRA_CA_CERTS: tls.certificate,
        ...(clientId ? { OIDC_CLIENT_ID: clientId } : {}),
        ...env,
      },
    });
  const processes: ChildServer[] = [];
  for (const port of ports) processes.push(await startProcess(port));
  /** Restarts one process after the other, as operators do in an update. */
  const roll = async () => {
    for (const [index, port] of ports.entries()) {
      processes[index]!.process.kill('SIGTERM');
      await processes[index]!.ended;
      processes[index] = await startProcess(port);
    }
  };
  const request = { host: '127.0.0.1', port: httpsPort, ca: await readFile(tls.certificate), servername: HOST };
  return { database, httpPort, httpsPort, portalUrl, processes, roll, request };
}

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

type Portal = Awaited<ReturnType<typeof startBehindNginx>>;

/** Calls the portal through nginx without following redirects, and reads the body until `isEnough`. */
function callThroughNginx(
  { request }: Portal,
  options: { path: string; method?: string; headers?: Record<string, string>; body?: string },
  isEnough: (body: string) => boolean = () => false,
): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
  return new Promise((done, fail) => {
    const { path, method = 'GET', headers = {} } = options;
    const call = httpsRequest({ ...request, path, method, headers: { host: HOST, ...headers } }, (answer) => {
      let body = '';
      const finish = () => {
        done({ status: answer.statusCode ?? 0, headers: answer.headers, body });
        call.destroy();
      };
      answer.setEncoding('utf8').on('data', (text: string) => {
        body += text;
        if (isEnough(body)) finish();
      });
      answer.on('end', finish);
    }).on('error', fail);
    if (options.body === undefined) call.end();
    else call.write(options.body);
  });
}

/** A provider that signs whatever tokens a test needs. */
async function startSigningProvider({ providerPort, tls }: Ports) {
  const issuer = `https://localhost:${providerPort}`;
  const signing = await startTestIssuer(undefined, { issuer, discovery: { jwks_uri: `${issuer}/jwks` } });
  onTestFinished(() => signing.close());
  const { origin } = new URL(signing.discoveryUrl);
  return {
    signing,
    provider: { issuer, servers: server(providerPort, 'localhost', tls, `location / { proxy_pass ${origin}; }`) },
  };
}

/** A portal behind nginx, and the tokens of a person who has signed in. */
async function startSignedIn() {
  let signing: TestIssuer | undefined;
  const portal = await startBehindNginx(async (ports) => {
    const started = await startSigningProvider(ports);
    signing = started.signing;
    return started.provider;
  });
  return { portal, ...(await signing!.tokens({ sub: 'ana', email: 'ana@portico.test' })) };
}

describe.skipIf(!nginx || !openssl)('the portal behind nginx with TLS, configured by docs/nginx.conf', () => {
  test('sends HSTS, redirects http to https, protects /metrics with its token, and survives the loss of a process unnoticed', async () => {
    const portal = await startBehindNginx(async (ports) => (await startSigningProvider(ports)).provider, {
      METRICS_TOKEN: 'a-token-that-the-operator-chose',
    });
    expect((await callThroughNginx(portal, { path: '/news' })).headers['strict-transport-security']).toMatch(
      /max-age=\d{8}/,
    );
    const plain = await fetch(`http://127.0.0.1:${portal.httpPort}/news?page=2`, { redirect: 'manual' });
    expect(plain.status).toBe(301);
    expect(plain.headers.get('location')).toBe(`https://127.0.0.1:${portal.httpsPort}/news?page=2`);
    expect((await callThroughNginx(portal, { path: '/metrics' })).status).toBe(404);
    const authorization = 'Bearer a-token-that-the-operator-chose';
    expect((await callThroughNginx(portal, { path: '/metrics', headers: { authorization } })).status).toBe(200);
    const [first] = portal.processes;
    first!.process.kill('SIGKILL');
    await first!.ended;
    for (let call = 0; call < 10; call += 1)
      expect((await callThroughNginx(portal, { path: '/healthz' })).status).toBe(200);
  });

  test('answers every call while both processes are restarted one after the other, again and again [OPS-506]', async () => {
    const { portal, idToken, accessToken } = await startSignedIn();
    const load = startLoad(portal.request, {
      host: HOST,
      authorization: `Bearer ${accessToken}`,
      'id-token': idToken,
    });
    let restarts = 0;
    for (; restarts < 3 || load.count() < LEAST_CALLS; restarts += 1) await portal.roll();
    expect(await load.stop()).toEqual([]);
    console.log(`nginx: ${load.count()} calls during ${restarts} restarts of each process`);
  });

  test('streams events without buffering, and forwards a request body while it arrives', async () => {
    const { portal, idToken, accessToken } = await startSignedIn();
    const headers = { authorization: `Bearer ${accessToken}`, 'id-token': idToken };
    const stream = await callThroughNginx(portal, { path: '/api/v1/stream', headers }, (body) => body !== '');
    expect(stream).toMatchObject({ status: 200, body: expect.stringContaining(':') });
    // The server responds before the body is complete, which a proxy that buffers the request could not forward.
    const upload = {
      path: '/api/v1/news',
      method: 'POST',
      body: 'x',
      headers: { ...headers, 'content-length': '26000000' },
    };
    expect((await callThroughNginx(portal, upload)).status).toBe(404);
  });
});

describe.skipIf(!hasGlewlwyd)('the portal with glewlwyd as its provider', () => {
  beforeAll(() => buildWebApp(() => undefined), 300_000);

  test('signs a person in and out, and remembers “Not Now” for all hosts of the parent domain [REMEMBER-016]', async () => {
    const portal = await startBehindNginx(startProvider, {
      // glewlwyd uses the space-separated scopes as the audience of its access tokens.
      OIDC_AUDIENCE: 'openid email phone profile',
      ADVISOR_TYPE_CLAIM: 'advisor_type',
      REMEMBER_BROWSER: 'true',
    });
    const make = contentMaker(portal.database.db, { now: new Date() });
    await make.news({ header: 'For IFAs', audience: ['AdvisorIFA'] });
    await make.news({ header: 'For insurance advisors', audience: ['InsuranceOnly'] });
    const page = await openBrowser();
    await page.goto(`${portal.portalUrl}/news`);
    await page.getByLabel('Login').fill(person.username);
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('button', { name: 'OK' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('link', { name: 'For IFAs' }).waitFor({ timeout: 60_000 });
    expect(await page.getByRole('link', { name: 'For insurance advisors' }).count()).toBe(0);

    await page.getByRole('button', { name: 'Not Now' }).click();
    await expect.poll(() => page.evaluate(() => document.cookie)).toContain('remembered=false');
    await page.goto(`https://${OTHER_HOST}:${portal.httpsPort}/`);
    expect(await page.evaluate(() => document.cookie)).toContain('remembered=false');
    expect(await page.evaluate(() => document.cookie)).not.toContain('token');

    await page.goto(`${portal.portalUrl}/news`);
    await page.getByRole('button', { name: person.name }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('The client wishes you to close the current session').waitFor();
    await page.goto(`${portal.portalUrl}/logout`);
    expect(await page.evaluate(() => document.cookie)).not.toContain('token');
  });
});

describe.skipIf(!hasLemonldap)('the portal with LemonLDAP::NG as its provider', () => {
  beforeAll(() => buildWebApp(() => undefined), 300_000);

  test('signs a person in by code with PKCE, returns them to the address they opened, and signs them out', async () => {
    const portal = await startBehindNginx(startLemonldapProvider, {
      OIDC_AUDIENCE: CLIENT_ID,
      ADVISOR_TYPE_CLAIM: 'advisor_type',
    });
    const make = contentMaker(portal.database.db, { now: new Date() });
    await make.news({ header: 'For IFAs', audience: [LEMONLDAP_PERSON.advisorType] });
    await make.news({ header: 'For insurance advisors', audience: ['InsuranceOnly'] });
    const page = await openBrowser();
    await page.goto(`${portal.portalUrl}/news?sort=oldest`);
    await page.getByPlaceholder('Login').fill(LEMONLDAP_PERSON.username);
    await page.getByPlaceholder('Password').fill(LEMONLDAP_PERSON.username);
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByRole('link', { name: 'For IFAs' }).waitFor({ timeout: 60_000 });
    expect(page.url()).toBe(`${portal.portalUrl}/news?sort=oldest`);
    expect(await page.getByRole('link', { name: 'For insurance advisors' }).count()).toBe(0);

    await page.getByRole('button', { name: LEMONLDAP_PERSON.name }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'You’re signed out' }).waitFor({ timeout: 60_000 });
    expect(await page.evaluate(() => document.cookie)).not.toContain('token');
    await page.goto(`${portal.portalUrl}/news`);
    await page.getByPlaceholder('Login').waitFor({ timeout: 60_000 });
  });
});

const CLIENT_ID = 'portico-client';

const person = {
  username: 'ana',
  password: 'a-long-password',
  name: 'Ana Ruiz',
  email: 'ana@portico.test',
  advisorType: 'AdvisorIFA',
};

/** glewlwyd behind nginx, which also serves its sign-in page and a page of another host. */
async function startProvider({ providerPort, httpsPort, portalUrl, tls }: Ports): Promise<Provider> {
  const port = await freePort();
  const publicUrl = `https://localhost:${providerPort}`;
  const client = { portalUrl, clientId: CLIENT_ID };
  const { issuer } = await startGlewlwyd({ program: glewlwyd!, port, publicUrl, ...client, person });
  const pages = `root ${GLEWLWYD_PAGES}; location = /config.json { alias ${GLEWLWYD_PAGE_SETTINGS}; } location ~ ^/(api|config)/ { proxy_pass http://127.0.0.1:${port}; proxy_set_header Host $http_host; }`;
  const other = 'location / { default_type text/html; return 200 "<title>CRM</title>"; }';
  return {
    issuer,
    clientId: CLIENT_ID,
    servers: server(providerPort, 'localhost', tls, pages) + server(httpsPort, OTHER_HOST, tls, other),
  };
}

/** LemonLDAP::NG behind nginx, which also serves its pictures and scripts. */
async function startLemonldapProvider({ providerPort, portalUrl, tls }: Ports): Promise<Provider> {
  const port = await freePort();
  const publicUrl = `https://localhost:${providerPort}`;
  const pages = `location / { proxy_pass http://127.0.0.1:${port}; proxy_set_header Host $http_host; } location /static/ { alias ${LEMONLDAP_PAGES}/static/; } location /javascript/ { alias /usr/share/javascript/; }`;
  const { issuer } = await startLemonldap({ program: plackup!, port, publicUrl, portalUrl, clientId: CLIENT_ID });
  return { issuer, clientId: CLIENT_ID, servers: server(providerPort, 'localhost', tls, pages) };
}

async function openBrowser(): Promise<Page> {
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--host-resolver-rules=MAP *.example.test 127.0.0.1'],
  });
  onTestFinished(() => browser.close());
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  return context.newPage();
}

const server = (port: number, name: string, tls: Certificate, rest: string) => `
server {
  listen 127.0.0.1:${port} ssl;
  server_name ${name};
  ssl_certificate ${tls.certificate};
  ssl_certificate_key ${tls.key};
  ${rest}
}`;
