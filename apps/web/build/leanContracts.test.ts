import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { isContract, lean, serverOnlyReads } from './leanContracts.ts';

const leaned = (code: string) => lean(code, parseSync('contract.ts', code).program.body as never);

test('a call keeps how it is made, and loses its schemas', () => {
  expect(
    leaned(
      "export const getHome = endpoint({ method: 'GET', path: '/api/v1/home', summary: 'Home', access: 'editor', isHidden: true, params: P, query: z.object({ a: B }), body: C, response: Home });",
    ),
  ).toBe("export const getHome = /* @__PURE__ */ endpoint({ method: 'GET', path: '/api/v1/home', access: 'editor' });");
});

test('a schema stays as it is, and may be left out where nobody uses it', () => {
  expect(
    leaned(
      'const Ids = z.array(z.uuid()).check(z.maxLength(5));\nexport const MAX = 5;\nexport const Home = z.object({ ids: Ids });',
    ),
  ).toBe(
    'const Ids = /* @__PURE__ */ (() => (z.array(z.uuid()).check(z.maxLength(5))))();\nexport const MAX = 5;\nexport const Home = /* @__PURE__ */ (() => (z.object({ ids: Ids })))();',
  );
});

test('browser code that reads a schema of a call is found, and other properties of that name are not', () => {
  const reads = (code: string) => serverOnlyReads(parseSync('page.ts', code).program);
  expect(
    reads(
      "import { getHome } from '@portico/contracts/home';\nexport const parse = (endpoint) => [getHome.response, endpoint.body, getHome.path];",
    ),
  ).toEqual(['getHome.response', 'endpoint.body']);
  expect(reads("import { route } from './route.ts';\nexport const all = [route.params, document.body];")).toEqual([]);
});

test('contracts in folders are leaned like those beside them', () => {
  expect(isContract('/portico/packages/contracts/src/home.ts')).toBe(true);
  expect(isContract('/portico/packages/contracts/src/content/media.ts')).toBe(true);
  expect(isContract('/portico/packages/content/src/media.ts')).toBe(false);
});
