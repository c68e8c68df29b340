import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pagePartsIn } from './pagePreloads.ts';

const source = readFileSync(join(import.meta.dirname, '../src/routes.tsx'), 'utf8');

test('the build knows what pages for readers load first [ROUTE-028]', () => {
  const parts = pagePartsIn(source);
  expect(parts.find(({ path }) => path === '/')).toEqual({
    path: '/',
    sources: ['./features/home/HomePage.tsx'],
    texts: [],
  });
  expect(parts.find(({ path }) => path === '/duties/credits')?.texts).toEqual(['duties', 'credits']);
  expect(parts.find(({ path }) => path === '/news/$newsId')?.sources).toContain('./preparations.ts');
  const paths = parts.map(({ path }) => path);
  expect(paths.filter((path) => path.startsWith('/studio'))).toEqual([]);
  expect(paths).toEqual(
    expect.arrayContaining(['/news', '/events', '/events/$eventId', '/resources', '/documents', '/search', '/duties']),
  );
});
