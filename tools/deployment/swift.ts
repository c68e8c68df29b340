import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from '@portico/server/testing/processes/childServer';
import { onTestFinished, vi } from 'vitest';
import { findProgram, runUntilTestEnds } from './program.ts';

const run = promisify(execFile);
const BUCKET = 'portico-test';
const USER = { name: 'test:tester', key: 'testing' };

const storages = ['object', 'container', 'account'] as const;

export const isSwiftInstalled = (): boolean =>
  ['swift-ring-builder', 'swift-proxy-server', ...storages.map((name) => `swift-${name}-server`)].every(findProgram);

/**
 * Runs OpenStack Swift with its S3 interface on one disk until the test ends, and sets the credentials in the
 * environment. Returns the FILES_URL of an empty bucket. Source: the Swift documentation, "SAIO" and "S3 API".
 */
export async function startSwift(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-swift-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'devices', 'disk'), { recursive: true });
  await writeFile(
    join(folder, 'swift.conf'),
    '[swift-hash]\nswift_hash_path_suffix = a\nswift_hash_path_prefix = b\n[storage-policy:0]\nname = default\ndefault = yes\n',
  );
  for (const name of storages) await startStorage(folder, name);
  const port = await freePort();
  const config = join(folder, 'proxy.conf');
  await writeFile(config, server(folder, port, proxyPipeline));
  const endpoint = `http://127.0.0.1:${port}`;
  await runUntilTestEnds(findProgram('swift-proxy-server')!, [config], endpoint);
  vi.stubEnv('AWS_ACCESS_KEY_ID', USER.name);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', USER.key);
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  client.destroy();
  return `s3://${BUCKET}/portal?endpoint=${encodeURIComponent(endpoint)}`;
}

/** The ring maps a kind of data to servers: here one server with one copy. */
async function startStorage(folder: string, name: (typeof storages)[number]): Promise<void> {
  const port = await freePort();
  const ring = (...args: string[]) =>
    run(findProgram('swift-ring-builder')!, [join(folder, `${name}.builder`), ...args]);
  await ring('create', '4', '1', '1');
  await ring('add', `r1z1-127.0.0.1:${port}/disk`, '1');
  await ring('rebalance');
  const config = join(folder, `${name}.conf`);
  await writeFile(
    config,
    server(folder, port, `[pipeline:main]\npipeline = ${name}-server\n[app:${name}-server]\nuse = egg:swift#${name}\n`),
  );
  await runUntilTestEnds(findProgram(`swift-${name}-server`)!, [config], `http://127.0.0.1:${port}`);
}

const server = (folder: string, port: number, pipeline: string): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${process.env.USER ?? 'root'}
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
log_level = ERROR
${pipeline}`;

const proxyPipeline = `[pipeline:main]
pipeline = catch_errors cache s3api tempauth copy slo dlo versioned_writes proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_${USER.name.replace(':', '_')} = ${USER.key} .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
[filter:versioned_writes]
use = egg:swift#versioned_writes
allow_versioned_writes = true
`;
