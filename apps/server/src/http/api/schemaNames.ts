import { api, contractFiles } from '@portico/contracts/api';
import type { Endpoint } from '@portico/contracts/endpoint';
import { $ZodType, registry } from 'zod/v4/core';

/**
 * The schemas that the contracts export, by their exported names. The API description references them instead of
 * repeating them in every call.
 */
export const schemaNames = registry<{ id: string }>();

/** OpenAPI lists parameters one by one, so the objects that contain them have no name. */
const parameters = new Set<unknown>(Object.values<Endpoint>(api).flatMap(({ params, query }) => [params, query]));

for (const file of contractFiles)
  for (const [id, schema] of Object.entries(file).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    if (schema instanceof $ZodType && !parameters.has(schema) && !schemaNames.has(schema))
      schemaNames.add(schema, { id });
