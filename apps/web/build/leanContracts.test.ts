import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { lean } from './leanContracts.ts';

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
