import { beforeAll, expect, test } from 'vitest';
import { createDb, createPool } from '../db/pool.ts';
import { startCrowd } from '../testing/faults/crowd.ts';
import { reportFault } from '../testing/faults/figures.ts';
import { openReplicatedPortal, type ReplicatedPortal } from '../testing/replicatedPortal.ts';
import { unreliableConnection } from '../testing/unreliableConnection.ts';

let shared: ReplicatedPortal;
beforeAll(async () => {
  shared = await openReplicatedPortal(1);
  return shared.close;
});

test('when a lost primary is replaced by its replica, nothing is lost, and processes follow its address [OPS-375]', async () => {
  const { primary, replicas, issuer, applicationUrl, query, startServer } = shared;
  const replica = replicas[0]!;
  // A change is acknowledged only once the replica has it, a setting for operators who must not lose any change.
  await query(primary, `alter system set synchronous_standby_names = '*'`);
  await query(primary, 'select pg_reload_conf()');
  // A name, virtual address or proxy that always points to the current primary, as with Patroni and managed databases.
  const address = await unreliableConnection(applicationUrl(primary));
  const server = await startServer({}, address.url);
  const crowd = startCrowd(issuer, [server.url]);
  await crowd.works(100);
  primary.kill();
  const lostAt = performance.now();
  await query(replica, 'select pg_promote()');
  address.leadTo(applicationUrl(replica));
  await crowd.works(1);
  const backAfterMs = performance.now() - lostAt;
  await crowd.works(100);
  const pool = createPool({ url: applicationUrl(replica), max: 1, prepare: true, statementTimeoutMs: 10_000 });
  const db = createDb(pool);
  const figures = await crowd.finish(db);
  await db.destroy();
  reportFault({ fault: 'primary killed, its replica promoted behind the same address', ...figures });
  console.log(`changes were acknowledged again after ${Math.round(backAfterMs)} ms`);
  expect(figures.lost).toBe(0);
  expect(figures.longestReadMs).toBeLessThan(20_000);
  expect(server.process.exitCode, 'no restart was needed').toBeNull();
});
