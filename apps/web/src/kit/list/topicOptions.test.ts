import { expect, test } from 'vitest';
import { currentOptions, formerLabels, topicOptions } from './topicOptions.ts';

const topics = [
  { name: 'Law', count: 0 },
  { name: 'Taxes', count: 3, formerNames: ['Duties', 'Tax'] },
];

test('a filter with a former name shows the current one, once [DESK-091]', () => {
  expect(topicOptions(topics, ['Tax'])).toEqual([{ value: 'Tax', label: 'Taxes', count: 3 }]);
  expect(topicOptions(topics, [])).toEqual([{ value: 'Taxes', label: 'Taxes', count: 3 }]);
  expect(topicOptions(topics, ['Gone']).map(({ label }) => label)).toEqual(['Gone', 'Taxes']);
  expect(currentOptions(topics, ['Duties']).map(({ value }) => value)).toEqual(['Law', 'Duties']);
  expect(formerLabels(topics, ['Tax'])['Tax']).toBe('Taxes');
});
