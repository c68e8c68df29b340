import { withConnection } from '@portico/dev-database/databases';
import { expect, test } from 'vitest';
import { reportItem } from './itemReport.ts';
import { shownItem } from './testing/shownItem.ts';

test('with 2,000 people and 200,000 entries the audit report takes less than five seconds [L6]', async () => {
  const { url, itemId } = await shownItem();
  await withConnection(url, async (client) => {
    await client.query(
      `insert into users (issuer, subject, advisor_type, created_at) select 'https://idp.test', 'person ' || i, 'AdvisorHybrid', '2026-01-01' from generate_series(1, 2000) i`,
    );
    await client.query('set session_replication_role = replica');
    await client.query(`insert into audit_log (id, at, actor_id, action, object_kind, object_id, previous_hash, hash)
      select 1000 + row_number() over (), now(), person.id, 'user.signed-in', 'user', person.id::text, '', '' from users person, generate_series(1, 100)`);
    await client.query('analyze');
  });
  const begun = performance.now();
  expect((await reportItem(url, itemId))?.couldSee).toHaveLength(2003);
  expect(performance.now() - begun).toBeLessThan(5000);
});
