import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { loadConfig } from '../../config.ts';
import { checkPublicAddress } from '../../doctor/publicAddressCheck.ts';
import { checkIdentityProvider } from '../../doctor/identityProviderCheck.ts';
import { post } from '../../features/webhooks/receiver.ts';
import { probe } from '../../features/studio/links/probe.ts';
import { createBucketClient } from '../../media/store/bucketClient.ts';
import { discover } from '../../sign-in/identityProvider.ts';
import { readKeySet } from '../../sign-in/keyStore.ts';
import { startOpenTelemetry } from '../../telemetry/openTelemetry.ts';

const COMPRESSED = brotliCompressSync('{"keys":[{"kty":"RSA"}]}');

/** A server that responds with Brotli to every call, and what each call accepts. */
async function startBrotliServer() {
  const accepted: Array<string | undefined> = [];
  const server = createServer((request, response) => {
    accepted.push(request.headers['accept-encoding']);
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'br' }).end(COMPRESSED);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}`, accepted };
}

const configFor = (url: string) =>
  loadConfig({
    DATABASE_URL: 'postgres://x/y',
    OIDC_ISSUER: url,
    OIDC_CLIENT_ID: 'x',
    PUBLIC_URL: url,
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
  });

beforeEach(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'one');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'two');
  return () => vi.unstubAllEnvs();
});

test('no outgoing call accepts Brotli or another encoding [OPS-464]', async () => {
  const { port, url, accepted } = await startBrotliServer();
  const config = configFor(url);
  const bucket = createBucketClient({
    bucket: 'one',
    prefix: '',
    endpoint: url,
    region: 'us-east-1',
    forcePathStyle: true,
  });
  const object = { Bucket: 'one', Key: 'two' };
  const telemetry = startOpenTelemetry(config);
  const calls: Record<string, () => Promise<unknown>> = {
    'the discovery document': () => discover(config),
    'the provider’s keys': () => readKeySet(`${url}/keys`),
    'doctor’s check of the provider': () => checkIdentityProvider(config),
    'doctor’s check of the public address': () => checkPublicAddress(config),
    'the link checker': () => probe(url, { isAllowed: () => true, port }),
    'a webhook': () => post(url, { body: '{}', headers: {}, networks: ['127.0.0.0/8'] }),
    'reading from a bucket': () => bucket.send(new GetObjectCommand(object)),
    'writing to a bucket': () => bucket.send(new PutObjectCommand({ ...object, Body: 'words' })),
    telemetry: async () => {
      telemetry.log(JSON.stringify({ level: 'info', time: new Date().toISOString(), msg: 'words' }));
      await telemetry.close();
    },
  };
  for (const [name, call] of Object.entries(calls)) {
    accepted.length = 0;
    await call().catch(() => undefined);
    expect(accepted.length, name).toBeGreaterThan(0);
    expect(new Set(accepted), name).toEqual(new Set(['identity']));
  }
});

test('a Brotli response that nobody asked for is refused, not decoded [OPS-464]', async () => {
  const { url } = await startBrotliServer();
  await expect(readKeySet(`${url}/keys`)).rejects.toThrow('the encoding br, which is not accepted');
  await expect(discover(configFor(url))).rejects.toThrow('the encoding br, which is not accepted');
});
