import fastJsonStringify, { type AnySchema } from 'fast-json-stringify';
import type { FastifySchemaCompiler } from 'fastify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import { z } from 'zod/mini';
import { ComponentTree } from '@portico/kinds/content';
import { Form } from '@portico/kinds/formFields';
import { FormValues } from '@portico/contracts/formValues';
import { PortalError } from '../../errors.ts';

type Schema = z.core.$ZodType;

/** Parses a part of the request. The error names up to 20 invalid fields. */
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

/** Validated when written, and sent as stored. */
const sentAsStored = new Set<Schema>([ComponentTree, Form, FormValues]);

type Serialize = (value: unknown) => string;

const serializers = new WeakMap<Schema, Serialize>();

/**
 * A serializer that writes exactly the fields of the response schema, whatever else a handler returned. It is built for
 * the first response and shared by all routes with the same schema, because building all of them at startup would slow
 * it down.
 */
export const compileSerializer: FastifySerializerCompiler<Schema> = ({ schema }) => {
  let serialize: Serialize | undefined;
  return (value) => (serialize ??= serializerOf(schema))(value);
};

/** An object or nothing: the serializer would compile a validator to find out which, and run it for each value. */
function allowNull(target: z.core.JSONSchema.BaseSchema): void {
  const [shape, none, ...others] = target.anyOf ?? [];
  if (typeof shape?.type !== 'string' || none?.type !== 'null' || others.length > 0) return;
  delete target.anyOf;
  Object.assign(target, shape, { nullable: true });
}

/** Writes exactly the fields of the schema. The first call for a schema is slow. */
export function serializerOf(schema: Schema): Serialize {
  const serializer = serializers.get(schema);
  if (serializer) return serializer;
  const jsonSchema = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'output',
    override: ({ zodSchema, jsonSchema: target }) => {
      if (sentAsStored.has(zodSchema)) for (const key of Object.keys(target)) delete target[key];
      allowNull(target);
      delete target['pattern'];
      delete target['format'];
    },
  });
  const serialize: Serialize = fastJsonStringify(jsonSchema as AnySchema);
  serializers.set(schema, serialize);
  return serialize;
}
