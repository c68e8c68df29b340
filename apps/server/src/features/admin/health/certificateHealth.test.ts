import { describe, expect, test } from 'vitest';
import { DAY_MS } from '@portico/contracts/durations';
import { getHealth } from '@portico/contracts/admin/health';
import { KnownCertificates } from '../../../certificates/knownCertificates.ts';
import { hasOpenssl, startTlsServer } from '../../../testing/services/tlsServer.ts';
import { testPortal } from '../../../testing/testPortal.ts';
import { certificateHealth } from './certificateHealth.ts';

describe.skipIf(!hasOpenssl)('the health of certificates', () => {
  test('warns two weeks before the first certificate expires and reports when certificates have expired [OPS-439]', async () => {
    const [early, late] = [await startTlsServer(30), await startTlsServer(60)];
    const { parts } = await testPortal();
    const certificates = new KnownCertificates({
      ...parts.config,
      PUSH_URL: `rediss://127.0.0.1:${late.port}`,
      SMTP_URL: `smtps://127.0.0.1:${early.port}`,
    });
    const expiresAt = (await certificates.read())[0]!.expiresAt!.getTime();
    const stateAt = async (msLeft: number) => {
      const found = (await certificateHealth(certificates, new Date(expiresAt - msLeft)))!;
      return [found.state, found.finding, found.count];
    };
    expect(await stateAt(14 * DAY_MS + 1)).toEqual(['ok', 'certificatesValid', 15]);
    expect(await stateAt(14 * DAY_MS)).toEqual(['degraded', 'certificatesExpire', 14]);
    expect(await stateAt(1)).toEqual(['degraded', 'certificatesExpire', 1]);
    expect(await stateAt(0)).toEqual(['down', 'certificatesExpired', 1]);
    expect(await stateAt(-31 * DAY_MS)).toEqual(['down', 'certificatesExpired', 2]);
  });

  test('names each server with its expiration date, but not servers that are unreachable or unencrypted [OPS-439]', async () => {
    const server = await startTlsServer(30);
    const portal = await testPortal({ env: { SMTP_URL: `smtps://127.0.0.1:${server.port}` } });
    const { parts } = await portal.as('adam').call(getHealth, {});
    expect(parts.find(({ part }) => part === 'certificates')).toMatchObject({
      finding: 'certificatesValid',
      facts: [{ fact: 'certificate', of: `127.0.0.1:${server.port}`, at: expect.any(String) as string, count: 30 }],
    });
    await server.stop();
    expect(await certificateHealth(new KnownCertificates(portal.parts.config), new Date())).toBeUndefined();
  });

  test('is not reported without a certificate [OPS-439]', async () => {
    const { parts } = await testPortal();
    expect(await certificateHealth(parts.certificates, new Date())).toBeUndefined();
  });
});
