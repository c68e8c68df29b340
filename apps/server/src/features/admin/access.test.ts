import { expect, test } from 'vitest';
import { api } from '@portico/contracts/api';
import type { Endpoint } from '@portico/contracts/endpoint';
import { getMenu } from '@portico/contracts/menu';
import { sharedPortal } from '../../testing/testPortal.ts';

const shared = sharedPortal();

const endpoints = Object.entries<Endpoint>(api).filter(([, { path }]) => path.startsWith('/api/v1/admin/'));
const ID = '00000000-0000-4000-8000-000000000000';

const send = async ({ method, path }: Endpoint, name?: string) =>
  (
    await shared().portal.inject({
      method,
      url: path.replaceAll(/:\w+/g, ID),
      headers: name === undefined ? {} : await shared().as(name).headers(),
      ...(method === 'GET' ? {} : { payload: {} }),
    })
  ).statusCode;

/** Compliance officers prove what was confirmed. */
const OF_OFFICERS = ['getProofLog', 'estimateProofExport'];

test.for(endpoints)(
  '%s is for administrators, and for officers only if it proves something [OPS-001]',
  async ([name, endpoint]) => {
    expect(endpoint.access).toBe(OF_OFFICERS.includes(name) ? 'compliance' : 'admin');
    expect(await send(endpoint)).toBe(401);
    // A reader, an author, an editor of a department, an approver and an editor with every right in the studio.
    for (const person of ['ana', 'aud', 'eve', 'abe', 'edda']) expect(await send(endpoint, person), person).toBe(403);
    expect([401, 403]).not.toContain(await send(endpoint, 'adam'));
  },
);

test('only administrators see the administration in their menu [OPS-002]', async () => {
  const entriesOf = async (name: string) =>
    (await shared().as(name).call(getMenu, {})).menuItems.map(({ pageLink }) => pageLink);
  expect(await entriesOf('adam')).toContain('/admin');
  for (const name of ['ana', 'aud', 'edda']) expect(await entriesOf(name)).not.toContain('/admin');
});
