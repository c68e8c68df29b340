import { hash } from 'node:crypto';
import type { CallResult, Endpoint } from '@portico/contracts/endpoint';
import { z } from 'zod/mini';
import type { StoredComponents, WithStored } from '../../content/findArticle.ts';
import { JsonAnswer } from './jsonAnswer.ts';
import { serializerOf } from './schemas.ts';

const restSchemas = new WeakMap<Endpoint, z.core.$ZodType>();

/**
 * The response of a call with its components as they are stored, without parsing and serializing their JSON. A
 * published revision never changes, so the digest of everything else plus the revision's id identifies the response.
 */
export function answerAsStored<E extends Endpoint>(endpoint: E, found: WithStored<CallResult<E>>): JsonAnswer {
  const { components, ...rest } = found;
  const { json, revisions }: StoredComponents = components;
  const start = serializerOf(restSchemaOf(endpoint))(rest);
  return new JsonAnswer(`${start.slice(0, -1)},"components":${json}}`, {
    etag: `W/"${hash('sha1', `${revisions[0]}${start}`, 'base64url')}"`,
  });
}

function restSchemaOf(endpoint: Endpoint): z.core.$ZodType {
  let schema = restSchemas.get(endpoint);
  if (schema === undefined) {
    schema = z.omit(endpoint.response as z.ZodMiniObject<{ components: z.ZodMiniType }>, { components: true });
    restSchemas.set(endpoint, schema);
  }
  return schema;
}
