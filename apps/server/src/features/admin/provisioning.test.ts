import { expect, test } from 'vitest';
import { getProvisioning } from '@portico/contracts/admin/provisioning';
import { patchOf, provision, provisionGroup, scimClient } from '../../testing/scimClient.ts';
import { testPortal } from '../../testing/testPortal.ts';

test('provisioning reports its last call, the people and groups it manages, and its errors [OPS-318]', async () => {
  const portal = await testPortal();
  const read = () => portal.as('adam').call(getProvisioning, {});
  expect(await read()).toMatchObject({
    activeTokens: 0,
    lastCallAt: null,
    users: { active: 0, inactive: 0 },
    others: 1,
  });
  const scim = await scimClient(portal);
  const ana = await provision(scim, 'ana');
  await provision(scim, 'nils', { active: false });
  await provisionGroup(scim, 'Blue', [ana]);
  expect(await read()).toEqual({
    address: `${portal.parts.config.PUBLIC_URL}/scim/v2`,
    activeTokens: 1,
    lastCallAt: portal.clock.now.toISOString(),
    users: { active: 1, inactive: 1 },
    groups: 1,
    others: 1,
    errors: [],
  });
  await scim('POST', '/Users', { userName: 'ANA' });
  await scim('PATCH', `/Users/${ana}`, patchOf({ op: 'remove' }));
  // Not recorded as errors: a lookup that finds nothing, and a call without a valid token.
  await scim('GET', '/Users/00000000-0000-4000-8000-000000000000');
  await scim('GET', '/Users', undefined, { authorization: 'Bearer x' });
  await expect
    .poll(async () => (await read()).errors.map(({ call, status, scimType }) => `${status} ${scimType} ${call}`))
    .toEqual(['400 noTarget PATCH /scim/v2/Users/:id', '409 uniqueness POST /scim/v2/Users']);
});

test('provisioning retains the last two hundred errors [OPS-318]', async () => {
  const portal = await testPortal();
  const scim = await scimClient(portal);
  for (let round = 0; round < 21; round += 1)
    await Promise.all(Array.from({ length: 10 }, () => scim('POST', '/Users', {})));
  const count = () => portal.db.selectFrom('scim_errors').select('id').execute();
  await expect.poll(async () => (await count()).length).toBe(200);
  expect((await portal.as('adam').call(getProvisioning, {})).errors).toHaveLength(50);
});
