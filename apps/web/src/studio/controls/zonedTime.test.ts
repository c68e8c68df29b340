import { expect, test } from 'vitest';
import { zoneLabel } from './zonedTime.ts';

test.each([
  ['America/New_York', 'Eastern Time (New York)'],
  ['America/Argentina/Buenos_Aires', 'Argentina Standard Time (Buenos Aires)'],
  ['UTC', 'UTC'],
])('local times in %s are labeled with the zone %s [STUDIO-347]', (zone, label) => {
  expect(zoneLabel(zone)).toBe(label);
});
