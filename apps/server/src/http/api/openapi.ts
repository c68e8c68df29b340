import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** Describes every registered route as OpenAPI 3.1. Register it before the routes. */
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
        },
      },
      security: [{ accessToken: [], idToken: [] }],
    },
    transform: jsonSchemaTransform,
  });
  portal.get('/api/openapi.json', { config: { access: 'anyone' }, schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(portal.swagger()),
  );
}
