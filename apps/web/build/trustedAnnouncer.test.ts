import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptiedWithoutHtml } from './trustedAnnouncer.ts';

test('the installed announcer empties its regions without HTML [H3]', () => {
  const code = readFileSync(
    join(import.meta.dirname, '../../../node_modules', 'react-aria', 'dist/private/live-announcer/LiveAnnouncer.mjs'),
    'utf8',
  );
  expect(code).toContain('innerHTML');
  expect(emptiedWithoutHtml(code)).toMatch(
    /this\.assertiveLog\.replaceChildren\(\);[\s\S]*this\.politeLog\.replaceChildren\(\);/,
  );
});

test('an announcer with different code is not accepted', () => {
  expect(emptiedWithoutHtml("log.textContent = '';")).toBeUndefined();
  expect(emptiedWithoutHtml("log.innerHTML = '';\nlog.innerHTML = words;")).toBeUndefined();
});
