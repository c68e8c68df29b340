import { isPagePath, isPrivatePagePath, pagePaths } from '@portico/contracts/pagePaths';
import { expect, test } from 'vitest';
import { routes } from './routes.tsx';

test('the server knows exactly the paths of the route table [ROUTE-027]', () => {
  expect(routes.map(({ path }) => path).sort()).toEqual([...pagePaths].sort());
});

test('the server sends exactly the private pages to sign-in [ROUTE-027]', () => {
  const isPrivate = (path: string) =>
    isPrivatePagePath(path.replaceAll(/\$\w+/g, '00000000-0000-4000-8000-000000000000'));
  for (const route of routes) expect(isPrivate(route.path), route.path).toBe(route.private);
  expect(isPrivatePagePath('/nothing')).toBe(false);
});

test('a page path with an id matches only if the id is valid [ROUTE-027]', () => {
  const id = '00000000-0000-4000-8000-000000000000';
  for (const path of ['/', '/news', '/news/', '/News', `/news/${id}`, `/events/${id}/preview`, '/support/preview'])
    expect(isPagePath(path), path).toBe(true);
  for (const path of ['/x', '/news/x', `/news/${id}/x`, '/news/preview', `/documents/${id}`, '/support/preview/x'])
    expect(isPagePath(path), path).toBe(false);
});
