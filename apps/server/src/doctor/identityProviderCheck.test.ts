import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { healthyParts, matching, troubles } from '../testing/healthyParts.ts';
import { compareClocks, notesOn } from './findings.ts';

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => new Promise((done) => server.close(() => done())));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the identity provider', () => {
  const providerTroubles = async (env: Record<string, string>) =>
    (await troubles(env)).filter(({ check }) => check === 'identity provider');

  test('that is silent, names another issuer or has no usable key is reported as a problem [OPS-114]', async () => {
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

  test('whose clock is a minute ahead is reported as a problem [OPS-114]', async () => {
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

test('clocks can differ by five seconds, and cause a warning up to half a minute [OPS-114]', () => {
  const statusAt = (seconds: number) => {
    const notes = notesOn('clock');
    compareClocks(notes, 'it', new Date(1_000_000 + seconds * 1000), 1_000_000, 1_000_000);
    return notes.findings[0]!.status;
  };
  expect([5, 6, 30, 31, -6, -7, -31, -32].map(statusAt).join(' ')).toBe(
    'OK warning warning problem OK warning warning problem',
  );
});
