import { expect, test } from 'vitest';
import { SCIM_PATH } from '@portico/contracts/admin/provisioning';
import { api } from '@portico/contracts/api';
import { serviceItems, serviceReads } from '@portico/contracts/serviceReads';
import { streamPath } from '@portico/contracts/stream';
import { sharedPortal } from '../../testing/testPortal.ts';

const shared = sharedPortal();

interface Description {
  openapi: string;
  components: { schemas: Record<string, object> };
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        security?: unknown[];
        parameters?: Array<{ in: string; name: string }>;
        responses: Record<string, { content?: object }>;
      }
    >
  >;
}

test('the API description has every endpoint with its responses and whether it needs tokens [BASE-004]', async () => {
  const { portal } = shared();
  const description = (await portal.inject('/api/openapi.json')).json<Description>();
  expect(description.openapi).toMatch(/^3\.1/);
  for (const [name, { method, path, access, response, status, isIdempotent }] of Object.entries(api)) {
    const operation = description.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    expect(operation).toMatchObject({
      operationId: name,
      responses: { default: { content: { 'application/problem+json': {} } } },
    });
    expect(Boolean(operation?.responses[String(status)]?.content), name).toBe(response !== undefined);
    expect(operation?.parameters?.filter((one) => one.in === 'header').map((one) => one.name) ?? [], name).toEqual(
      isIdempotent ? ['idempotency-key'] : [],
    );
    expect(operation?.security, name).toEqual(access === 'anyone' ? [] : undefined);
  }
  expect(description.paths[streamPath]?.['get']?.responses['200']?.content).toHaveProperty('text/event-stream');
  const scim = Object.entries(description.paths).flatMap(([path, operations]) =>
    path.startsWith(SCIM_PATH) ? Object.values(operations) : [],
  );
  // Discovery has five calls, people and groups have six each.
  expect(scim.map(({ security }) => security)).toEqual(Array.from({ length: 17 }, () => [{ apiToken: [] }]));
  expect(Object.values(description.paths).flatMap(Object.values)).toHaveLength(
    Object.keys(api).length + 1 + scim.length + Object.keys(serviceReads).length + Object.keys(serviceItems).length,
  );
});

test('the API description defines each named schema once, and every reference resolves to one [BASE-004]', async () => {
  const { portal } = shared();
  const { body } = await portal.inject('/api/openapi.json');
  const { paths, components } = JSON.parse(body) as Description;
  const references = [...body.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference);
  const names = Object.keys(components.schemas).map((name) => `#/components/schemas/${name}`);
  expect([...new Set(references)].toSorted()).toEqual(names.toSorted());
  expect(paths['/api/v1/news/{newsId}']?.['get']?.responses['200']?.content).toEqual({
    'application/json': { schema: { $ref: '#/components/schemas/NewsItem' } },
  });
});

test('the API documentation page lists every endpoint and runs no script', async () => {
  const { portal } = shared();
  const page = await portal.inject('/api/docs');
  for (const { method, path } of Object.values(api))
    expect(page.body).toContain(`${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
  expect(page.body).not.toContain('<script');
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
});
