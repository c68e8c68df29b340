import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startChildServer } from '@portico/server/testing/processes/childServer';
import { testDatabase } from '@portico/server/testing/testDatabase';
import { startTestIssuer } from '@portico/server/testing/testIssuer';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readText } from '../checks/repositoryFiles.ts';
import { root } from '../root.ts';
import { findProgram, runUntilTestEnds } from './program.ts';
import { LEAST_CALLS, startLoad } from './rollingLoad.ts';

const caddy = findProgram('caddy');
if (!caddy) console.warn('Skipping tests, because caddy is not installed (Debian: caddy)');

const [, graceOfCompose = ''] = /SHUTDOWN_GRACE_MS: '(\d+)'/.exec(readText('deploy/compose/compose.yaml')) ?? [];

/** Runs Caddy with the file of compose, in front of the portal at `port`. Returns its own port. */
async function startCaddy(port: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-caddy-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const example = await readFile(join(root, 'deploy/compose/Caddyfile'), 'utf8');
  const [own, administration] = [await freePort(), await freePort()];
  const file = join(folder, 'Caddyfile');
  const text = example.replace('portal:3000', `127.0.0.1:${port}`);
  expect(text).not.toBe(example);
  await writeFile(file, `{\n\tadmin 127.0.0.1:${administration}\n}\n${text}`);
  const env = { PORTAL_HOST: `http://localhost:${own}`, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  await runUntilTestEnds(caddy!, ['run', '--adapter', 'caddyfile', '--config', file], `http://localhost:${own}/`, env);
  return own;
}

describe.skipIf(!caddy)('the portal behind Caddy, configured by deploy/compose/Caddyfile', () => {
  test('answers every call, writes included, while its only process is restarted, as compose does it, again and again [OPS-508]', async () => {
    const database = await testDatabase();
    const issuer = await startTestIssuer();
    onTestFinished(() => issuer.close());
    const port = await freePort();
    const startPortal = () =>
      startChildServer({
        databaseUrl: database.applicationUrl,
        issuer,
        port,
        env: { TRUSTED_PROXIES: '127.0.0.1', SHUTDOWN_GRACE_MS: graceOfCompose },
      });
    let portal = await startPortal();
    const own = await startCaddy(port);
    const { idToken, accessToken } = await issuer.tokens({ sub: 'ana', email: 'ana@portico.test' });
    const load = startLoad(
      { protocol: 'http:', host: 'localhost', port: own },
      { authorization: `Bearer ${accessToken}`, 'id-token': idToken },
    );
    let restarts = 0;
    for (; restarts < 3 || load.count() < LEAST_CALLS; restarts += 1) {
      portal.process.kill('SIGTERM');
      await portal.ended;
      portal = await startPortal();
      const before = load.count();
      await expect.poll(() => load.count()).toBeGreaterThan(before + Math.max(50, LEAST_CALLS / 20));
    }
    expect(await load.stop()).toEqual([]);
    console.log(`Caddy: ${load.count()} calls during ${restarts} restarts`);
  });
});
