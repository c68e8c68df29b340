import fastJsonStringify, { type AnySchema } from 'fast-json-stringify';
import type { FastifySchemaCompiler } from 'fastify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import { z } from 'zod/mini';
import { ComponentTree } from '@portico/contracts/content';
import { Form } from '@portico/contracts/formFields';
import { FormValues } from '@portico/contracts/forms';
import { PortalError } from '../../errors.ts';

type Schema = z.core.$ZodType;

/** Parses a part of the request; a failure names every wrong field. */
export const compileValidator: FastifySchemaCompiler<Schema> =
  ({ schema, httpPart }) =>
  (input) => {
    const result = z.safeParse(schema, input);
    if (result.success) return { value: result.data };
    const issues = result.error.issues.slice(0, 20).map(({ path, message }) => ({
      path: [httpPart, ...path.map(String)].join('.').slice(0, 200),
      message: message.slice(0, 300),
    }));
    return { error: new PortalError('invalid_input', 'The request is not valid.', { issues }) };
  };

/** These are validated when they are written and leave as they were stored. */
const storedAsTheyLeave = new Set<Schema>([ComponentTree, Form, FormValues]);

type Serialize = (value: unknown) => string;

const serializers = new WeakMap<Schema, Serialize>();

/**
 * A serializer that writes exactly the fields of the response schema and nothing else that a handler returned. It is built
 * when the first answer leaves, once for all routes that share the schema: most of the time a server takes to start went there.
 */
export const compileSerializer: FastifySerializerCompiler<Schema> = ({ schema }) => {
  let serialize: Serialize | undefined;
  return (value) => (serialize ??= serializerOf(schema))(value);
};

function serializerOf(schema: Schema): Serialize {
  const known = serializers.get(schema);
  if (known) return known;
  const jsonSchema = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'output',
    override: ({ zodSchema, jsonSchema: target }) => {
      if (storedAsTheyLeave.has(zodSchema)) for (const key of Object.keys(target)) delete target[key];
      delete target['pattern'];
      delete target['format'];
    },
  });
  const serialize: Serialize = fastJsonStringify(jsonSchema as AnySchema);
  serializers.set(schema, serialize);
  return serialize;
}
