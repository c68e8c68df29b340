import { expect, test } from 'vitest';
import { DAY_MS } from '@portico/contracts/durations';
import type { Config } from '../config.ts';
import { NODE_FLOORS } from '../runtime/nodeFloor.mjs';
import { checkRuntime } from './runtimeCheck.ts';

const [{ version: floor, released, advisory }] = NODE_FLOORS;
const floors = NODE_FLOORS.map((one) => one.version).join(' or ');
const now = new Date(Date.parse(released) + 38 * DAY_MS);
const check = (version: string, PUBLIC_URL: string) => checkRuntime({ PUBLIC_URL } as Config, version, now);

test('doctor reports the version of Node, its floor, and how old the floor is [OPS-465]', () => {
  expect(check(floor, 'https://portal.example.com')).toEqual([
    {
      check: 'runtime',
      status: 'OK',
      what: `Node ${floor} is at or above ${floor} (released on ${released}, 38 days ago).`,
    },
  ]);
});

test('a Node below the floor is a problem behind a public address, and a warning in a trial [OPS-465]', () => {
  const [found] = check('24.11.0', 'https://portal.example.com');
  expect(found).toMatchObject({
    status: 'problem',
    advice: expect.stringContaining(`Install Node ${floor}`) as string,
  });
  expect(found?.what).toBe(
    `Node 24.11.0 is below ${floor} (released on ${released}, 38 days ago), which fixes ${advisory}.`,
  );
  expect(check('24.11.0', 'http://localhost:3000')[0]?.status).toBe('warning');
});

test.for(['22.30.0', '25.9.0', '27.1.0'])(
  'Node %s is reported as a line that is not supported, with all floors [OPS-465]',
  (version) => {
    const [found] = check(version, 'https://portal.example.com');
    expect(found).toEqual({
      check: 'runtime',
      status: 'problem',
      what: `The portal does not support this line of Node, ${version}.`,
      advice: `Install Node ${floors}, or a newer version of the same line, as described in docs/install.md, and restart.`,
    });
  },
);
