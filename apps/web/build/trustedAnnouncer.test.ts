import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { emptiedWithoutHtml } from './trustedAnnouncer.ts';

test('the announcer that we have empties its regions without HTML [H3]', () => {
  const folder = fileURLToPath(new URL('.', import.meta.resolve('react-aria/package.json')));
  const code = readFileSync(`${folder}/dist/private/live-announcer/LiveAnnouncer.mjs`, 'utf8');
  expect(code).toContain('innerHTML');
  expect(emptiedWithoutHtml(code)).toMatch(/this\.assertiveLog\.replaceChildren\(\);[\s\S]*this\.politeLog\.replaceChildren\(\);/);
});

test('one that is written otherwise is not taken for harmless', () => {
  expect(emptiedWithoutHtml("log.textContent = '';")).toBeUndefined();
  expect(emptiedWithoutHtml("log.innerHTML = '';\nlog.innerHTML = words;")).toBeUndefined();
});
