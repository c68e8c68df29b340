import { expect, test } from 'vitest';
import { areCreditsComplete, isHours, topicLabel } from './credits.ts';

const line = { program: 'Insurance CE', state: 'NC', subject: 'Ethics', hours: '1.5' };

test.each([
  ['0.01', true],
  ['1', true],
  ['12.5', true],
  ['999.99', true],
  ['0', false],
  ['0.00', false],
  ['1000', false],
  ['1.005', false],
  ['1,5', false],
  ['.5', false],
  ['1.', false],
  ['-1', false],
  ['1e2', false],
  ['', false],
])('%s are hours: %s [CREDIT-003]', (text, is) => {
  expect(isHours(text)).toBe(is);
});

test('lines can be published if each has a program, hours and its own topic, whatever the case [CREDIT-003]', () => {
  expect(areCreditsComplete([])).toBe(true);
  expect(areCreditsComplete([line, { ...line, state: 'VA' }, { ...line, subject: '' }])).toBe(true);
  expect(areCreditsComplete([line, { ...line, program: 'insurance ce ', hours: '2' }])).toBe(false);
  expect(areCreditsComplete([{ ...line, program: ' ' }])).toBe(false);
  expect(areCreditsComplete([{ ...line, hours: '' }])).toBe(false);
});

test('a topic is named without what it does not have [CREDIT-003]', () => {
  expect(topicLabel(line)).toBe('Insurance CE (NC): Ethics');
  expect(topicLabel({ program: 'CFP', state: '', subject: '' })).toBe('CFP');
  expect(topicLabel({ program: 'CFP', state: '', subject: 'Ethics' })).toBe('CFP: Ethics');
});
