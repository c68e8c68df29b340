import { DAY_MS } from '@portico/contracts/durations';
import { getHealth } from '@portico/contracts/admin/health';
import { expect, test } from 'vitest';
import { isPatched, NODE_FLOORS } from '../../../runtime/nodeFloor.mjs';
import { sharedPortal } from '../../../testing/testPortal.ts';
import { runtimeHealth } from './runtimeHealth.ts';

const [{ version: floor, released }] = NODE_FLOORS;
const shared = sharedPortal();
const now = new Date(Date.parse(released) + 38 * DAY_MS);

test('the health of the runtime has the version of Node, its floor, and the days since its release [OPS-465]', () => {
  const facts = (version: string) => [
    { fact: 'runtime', of: version, at: null, count: null },
    { fact: 'runtimeFloor', of: floor, at: `${released}T00:00:00.000Z`, count: 38 },
  ];
  expect(runtimeHealth(floor, now)).toMatchObject({ state: 'ok', finding: 'runtimePatched', facts: facts(floor) });
  expect(runtimeHealth('24.11.0', now)).toMatchObject({
    state: 'degraded',
    finding: 'runtimeUnpatched',
    facts: facts('24.11.0'),
  });
  for (const version of ['25.9.0', '27.1.0'])
    expect(runtimeHealth(version, now)).toMatchObject({
      state: 'degraded',
      finding: 'runtimeUnsupported',
      facts: facts(version),
    });
});

test('administrators see the Node that serves them [OPS-465]', async () => {
  const { as } = shared();
  const { parts } = await as('adam').call(getHealth, {});
  const version = process.versions.node;
  expect(parts.find(({ part }) => part === 'runtime')).toMatchObject({
    state: isPatched(version) ? 'ok' : 'degraded',
    facts: [{ fact: 'runtime', of: version }, { fact: 'runtimeFloor' }],
  });
});
