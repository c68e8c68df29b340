import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runChild } from '../testing/processes/childServer.ts';
import { startCollector } from '../testing/services/collector.ts';

test('packages for brokers and telemetry are loaded only if a setting requires them [OPS-246, OPS-251]', async () => {
  const { url } = await startCollector();
  const packagesWith = async (env: Record<string, string>) => {
    const folder = await mkdtemp(join(tmpdir(), 'portico-packages-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const child = runChild('testing/processes/loadedPackages.ts', {
      PORT: '0',
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      OIDC_ISSUER: 'http://127.0.0.1:1',
      OIDC_CLIENT_ID: 'x',
      PORTICO_DATA_DIR: folder,
      PORTICO_ROLE: 'web',
      WEB_ROOT: folder,
      LOG_LEVEL: 'silent',
      SHUTDOWN_GRACE_MS: '0',
      ...env,
    });
    await child.ended;
    const line = child.lines.find((one) => one.startsWith('packages '))!;
    const names = JSON.parse(line.slice('packages '.length)) as string[];
    return names.filter((name) => /^@(?:opentelemetry\/sdk|redis|nats-io)/.test(name));
  };
  const [byDefault, exporting, disabled] = await Promise.all([
    packagesWith({}),
    packagesWith({ OTEL_EXPORTER_OTLP_ENDPOINT: url }),
    packagesWith({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_SDK_DISABLED: 'true' }),
  ]);
  expect(byDefault).toEqual([]);
  expect(exporting).toContain('@opentelemetry/sdk-trace');
  expect(disabled).toEqual([]);
});
