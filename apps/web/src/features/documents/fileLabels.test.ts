import { expect, test } from 'vitest';
import { pagesLabel } from './fileLabels.ts';

test('page counts are labeled as pages or slides', () => {
  expect(pagesLabel({ format: 'PDF', pages: 12 })).toBe('12 pages');
  expect(pagesLabel({ format: 'PDF', pages: 1 })).toBe('1 page');
  expect(pagesLabel({ format: 'PPTX', pages: 2 })).toBe('2 slides');
  expect(pagesLabel({ format: 'PDF', pages: null })).toBeUndefined();
});
