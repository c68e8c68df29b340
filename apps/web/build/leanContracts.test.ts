import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { isContract, serverOnlyReads, stripServerOnly } from './leanContracts.ts';

const strip = (code: string) => stripServerOnly(code, parseSync('contract.ts', code).program.body as never);

test('an endpoint keeps its method, path and access, but not its schemas', () => {
  expect(
    strip(
      "export const getHome = endpoint({ method: 'GET', path: '/api/v1/home', summary: 'Home', access: 'editor', isHidden: true, params: P, query: z.object({ a: B }), body: C, response: Home });",
    ),
  ).toBe("export const getHome = /* @__PURE__ */ endpoint({ method: 'GET', path: '/api/v1/home', access: 'editor' });");
});

test('a schema keeps its code and is marked as pure, so that an unused one is dropped', () => {
  expect(
    strip(
      'const Ids = z.array(z.uuid()).check(z.maxLength(5));\nexport const MAX = 5;\nexport const Home = z.object({ ids: Ids });',
    ),
  ).toBe(
    'const Ids = /* @__PURE__ */ (() => (z.array(z.uuid()).check(z.maxLength(5))))();\nexport const MAX = 5;\nexport const Home = /* @__PURE__ */ (() => (z.object({ ids: Ids })))();',
  );
});

test('a pattern that is built when its module loads is marked as pure, so that nothing loads the schemas for it', () => {
  expect(strip('const PART = String.raw`\\p{L}`;\nexport const NAME = new RegExp(PART, "u");')).toBe(
    'const PART = /* @__PURE__ */ (() => (String.raw`\\p{L}`))();\nexport const NAME = /* @__PURE__ */ (() => (new RegExp(PART, "u")))();',
  );
});

test('browser code that reads a schema of an endpoint is found, but not properties of other objects with the same name', () => {
  const reads = (code: string) => serverOnlyReads(parseSync('page.ts', code).program);
  expect(
    reads(
      "import { getHome } from '@portico/contracts/home';\nexport const parse = (endpoint) => [getHome.response, endpoint.body, getHome.path];",
    ),
  ).toEqual(['getHome.response', 'endpoint.body']);
  expect(reads("import { route } from './route.ts';\nexport const all = [route.params, document.body];")).toEqual([]);
});

test('a contract is recognized at the top level and in folders', () => {
  expect(isContract('/portico/packages/contracts/src/home.ts')).toBe(true);
  expect(isContract('/portico/packages/contracts/src/studio/draft.ts')).toBe(true);
  expect(isContract('/portico/packages/kinds/src/base/media.ts')).toBe(true);
  expect(isContract('/portico/packages/kinds/src/page/standfirst.ts')).toBe(false);
  expect(isContract('/portico/packages/kinds/src/components/tile/View.tsx')).toBe(false);
});
