import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { DAY_S, HOUR_MS } from '@portico/contracts/durations';
import { loadConfig } from '../config.ts';
import { checkCertificates } from '../doctor/certificateCheck.ts';
import { addCertificateMetrics } from '../http/monitoring/certificateMetrics.ts';
import { KnownCertificates } from './knownCertificates.ts';
import { testPortal } from '../testing/testPortal.ts';
import { hasOpenssl, startTlsServer, type Prelude } from '../testing/services/tlsServer.ts';
import { readCertificate } from './readCertificate.ts';
import { hostOf, tlsPeers, type StartTls } from './tlsPeers.ts';

if (!hasOpenssl) console.warn('Not installed, so that tests are skipped: openssl');

/** The required settings, with servers that do not use TLS. */
const configOf = (env: Record<string, string>) =>
  loadConfig({
    DATABASE_URL: 'postgres://127.0.0.1:1/portico',
    OIDC_ISSUER: 'http://127.0.0.1:1',
    OIDC_CLIENT_ID: 'portico',
    ...env,
  });

const nextLine = async (socket: Socket): Promise<string> => String(((await once(socket, 'data')) as [Buffer])[0]);

/** How servers of each kind offer encryption. */
const PRELUDES: Record<Exclude<StartTls, undefined>, Prelude> = {
  postgres: async (socket) => {
    const request = ((await once(socket, 'data')) as [Buffer])[0];
    socket.write(request.readInt32BE(4) === 80_877_103 ? 'S' : 'N');
    return true;
  },
  nats: async (socket) => {
    socket.write('INFO {"server_id":"x","tls_required":true}\r\n');
    return true;
  },
  smtp: async (socket) => {
    socket.write('220-mail.example.com\r\n220 ready\r\n');
    await nextLine(socket);
    socket.write('250-mail.example.com\r\n250-STARTTLS\r\n250 HELP\r\n');
    await nextLine(socket);
    socket.write('220 go ahead\r\n');
    return true;
  },
};

const peerAt = (port: number, startTls: StartTls = undefined) => ({
  part: 'mail',
  hostname: '127.0.0.1',
  port,
  startTls,
});
const daysUntil = (date: Date) => Math.round((date.getTime() - Date.now()) / 1000 / DAY_S);

test('each server in the settings that has a certificate is listed once [OPS-433]', () => {
  const config = configOf({
    PUBLIC_URL: 'https://portal.example.com',
    OIDC_ISSUER: 'https://portal.example.com/id',
    OIDC_DISCOVERY_URL: 'https://id.example.com/realm/.well-known/openid-configuration',
    DATABASE_URL: 'postgres://app@db.example.com/portico?sslmode=verify-full',
    DATABASE_READ_URLS:
      'postgres://app@r1.example.com:6432/portico?sslmode=disable postgres://app@r2.example.com/portico?ssl=true',
    FILES_URL: 's3://portal/files?endpoint=https://s3.example.com&forcePathStyle=false',
    BACKUP_URL: 's3://backups/portal?region=eu-central-1',
    SMTP_URL: 'smtp://mail.example.com',
    PUSH_URL: 'rediss://[2001:db8::1]:6380',
  });
  expect(tlsPeers(config).map((peer) => [peer.part, hostOf(peer), peer.startTls])).toEqual([
    ['public address', 'portal.example.com:443', undefined],
    ['identity provider', 'id.example.com:443', undefined],
    ['database', 'db.example.com:5432', 'postgres'],
    ['database', 'r2.example.com:5432', 'postgres'],
    ['file store', 'portal.s3.example.com:443', undefined],
    ['mail', 'mail.example.com:587', 'smtp'],
    ['live updates', '2001:db8::1:6380', undefined],
  ]);
});

describe.skipIf(!hasOpenssl)('the certificate of a server', () => {
  test('is read from connections that start with TLS, even if its authority is unknown [OPS-433]', async () => {
    const { port } = await startTlsServer(40);
    expect(daysUntil(await readCertificate(peerAt(port)))).toBe(40);
  });

  test.for(['postgres', 'nats', 'smtp'] as const)('is read after a start in the clear (%s) [OPS-433]', async (kind) => {
    const { port } = await startTlsServer(50, PRELUDES[kind]);
    expect(daysUntil(await readCertificate(peerAt(port, kind)))).toBe(50);
  });

  test('is not waited for if the server is silent, hangs up or offers no encryption [OPS-433]', async () => {
    const answering = (prelude: Prelude) => startTlsServer(1, prelude);
    const plain = await answering(async (socket) => {
      await once(socket, 'data');
      return !socket.write('N');
    });
    await expect(readCertificate(peerAt(plain.port, 'postgres'))).rejects.toThrow('no encryption');
    const closing = await answering(async (socket) => !socket.end());
    await expect(readCertificate(peerAt(closing.port, 'smtp'))).rejects.toThrow('hung up');
    const silent = await answering(async () => false);
    await expect(readCertificate(peerAt(silent.port), 200)).rejects.toThrow(/abort/i);
  });

  test('has a metric, which is infinite until it has been read [OPS-433]', async () => {
    const { port } = await startTlsServer(30);
    const { portal } = await testPortal({ env: { SMTP_URL: `smtps://127.0.0.1:${port}` } });
    const read = async () => {
      const { body } = await portal.inject('/metrics');
      const label = `portico_certificate_expires_seconds{part="mail",host="127.0.0.1:${port}"} `;
      return body
        .split('\n')
        .find((one) => one.startsWith(label))
        ?.slice(label.length);
    };
    expect(await read()).toBe('+Inf');
    await expect.poll(async () => Math.round(Number(await read()) / DAY_S)).toBe(30);
  });

  test('is read again every hour, and remains known while the server is down [OPS-433]', async () => {
    const server = await startTlsServer(30);
    const registry = new Registry();
    const config = configOf({ SMTP_URL: `smtps://127.0.0.1:${server.port}` });
    let hours = 0;
    let now = new Date();
    addCertificateMetrics(registry, new KnownCertificates(config, () => hours * HOUR_MS), () => now);
    const daysLeft = async () => {
      const [{ value = NaN } = {}] = (await registry.getMetricsAsJSON())[0]!.values;
      return Math.round(value / DAY_S);
    };
    await expect.poll(daysLeft).toBe(30);
    await server.replace(90);
    expect(await daysLeft()).toBe(30);
    hours = 1.1;
    await expect.poll(daysLeft).toBe(90);
    await server.stop();
    hours = 2.2;
    now = new Date(now.getTime() + 10 * DAY_S * 1000);
    await daysLeft();
    await setTimeout(200);
    expect(await daysLeft()).toBe(80);
  });

  test('has no metric if no server uses one [OPS-433]', async () => {
    const { portal } = await testPortal();
    expect((await portal.inject('/metrics')).body).not.toContain('portico_certificate');
  });

  test('is checked by the doctor, which warns three weeks before it expires [OPS-434]', async () => {
    const findings = async (days: number) => {
      const { port } = await startTlsServer(days);
      const config = configOf({ SMTP_URL: `smtps://127.0.0.1:${port}` });
      return checkCertificates(config);
    };
    expect(await findings(60)).toMatchObject([{ check: 'certificates', status: 'OK' }]);
    expect(await findings(20)).toMatchObject([
      { status: 'warning', what: expect.stringMatching(/is valid for (?:19|20) more days\.$/) as string },
    ]);
  });
});
