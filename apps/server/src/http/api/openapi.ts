import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { api, contractFiles } from '@portico/contracts/api';
import type { Endpoint } from '@portico/contracts/endpoint';
import { $ZodType, registry } from 'zod/v4/core';

/**
 * The schemas that the contracts export, by their exported names. The API description references them instead of
 * repeating them in every call.
 */
const schemaNames = registry<{ id: string }>();

/** OpenAPI lists parameters one by one, so the objects that contain them have no name. */
const parameters = new Set<unknown>(Object.values<Endpoint>(api).flatMap(({ params, query }) => [params, query]));

for (const file of contractFiles)
  for (const [id, schema] of Object.entries(file).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    if (schema instanceof $ZodType && !parameters.has(schema) && !schemaNames.has(schema))
      schemaNames.add(schema, { id });

const REFERENCE = /"#\/components\/schemas\/([^"]+)"/g;
const transform = createJsonSchemaTransform({ schemaRegistry: schemaNames });
const addSchemas = createJsonSchemaTransformObject({ schemaRegistry: schemaNames });

/** The description with the schemas that its calls reference, directly or indirectly. */
const transformObject: typeof addSchemas = (document) => {
  const description = addSchemas(document);
  const { paths, components } = description as { paths?: object; components?: { schemas?: Record<string, object> } };
  const schemas = components?.schemas ?? {};
  const used = new Set<string>();
  const follow = (part: object | undefined): void => {
    for (const [, name = ''] of JSON.stringify(part ?? {}).matchAll(REFERENCE)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(schemas[name]);
    }
  };
  follow(paths);
  const usedSchemas = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
  return { ...description, components: { ...components, schemas: usedSchemas } } as typeof description;
};

/** Describes every registered route in OpenAPI 3.1. Register it before the routes. */
export async function describeApi(portal: FastifyInstance, productName: string): Promise<void> {
  await portal.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${productName} API`,
        version: '1',
        description:
          'Every call takes an access token and the identity token issued with it. Errors are problem details (RFC 9457).',
      },
      components: {
        securitySchemes: {
          accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          idToken: { type: 'apiKey', in: 'header', name: 'Id-Token' },
          apiToken: { type: 'http', scheme: 'bearer' },
        },
      },
      security: [{ accessToken: [], idToken: [] }],
    },
    transform,
    transformObject,
  });
  portal.get('/api/openapi.json', { config: { access: 'anyone' }, schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(portal.swagger()),
  );
}
