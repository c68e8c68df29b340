import type { z } from 'zod/mini';

/**
 * Who may call an endpoint. `anyone` needs no tokens, `member` any signed-in person, `studio` any role in the studio.
 */
export type Access = 'anyone' | 'member' | 'studio' | 'editor' | 'admin';

type Schema = z.core.$ZodType;

export interface Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Response extends Schema | undefined = Schema | undefined,
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with `:name` parameters, from the server's root. */
  path: string;
  summary: string;
  access: Access;
  /** For people without the role it is not there: they get `not_found`. */
  isHidden: boolean;
  /** May carry an `Idempotency-Key`: any number of tries with the same key do the same once. */
  isIdempotent: boolean;
  /** Status of an answer with a body: 202 when the work continues after it. */
  status: 200 | 202;
  params: Params;
  query: Query;
  body: Body;
  /** Shape of the answer; `undefined` means 204 without a body. */
  response: Response;
}

/** One HTTP call. The server registers its route, the client its call and OpenAPI its description from this value. */
export function endpoint<
  const Params extends Schema | undefined = undefined,
  const Query extends Schema | undefined = undefined,
  const Body extends Schema | undefined = undefined,
  const Response extends Schema | undefined = undefined,
>(definition: {
  method: Endpoint['method'];
  path: string;
  summary: string;
  access?: Access;
  isHidden?: boolean;
  isIdempotent?: boolean;
  status?: 200 | 202;
  params?: Params;
  query?: Query;
  body?: Body;
  response?: Response;
}): Endpoint<Params, Query, Body, Response> {
  return {
    access: 'member',
    isHidden: false,
    isIdempotent: false,
    status: 200,
    params: undefined as Params,
    query: undefined as Query,
    body: undefined as Body,
    response: undefined as Response,
    ...definition,
  };
}

/** Header that names what a caller wants done once. */
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';

type Parsed<S> = S extends Schema ? z.output<S> : undefined;
type Sent<S> = S extends Schema ? z.input<S> : undefined;

/** What the server's handler receives. */
export interface Received<E extends Endpoint> {
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
  /** Of a call that is idempotent. */
  idempotencyKey?: string | undefined;
}

type OptionalKeys<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };

/** What a caller gives: only the parts that the endpoint has. */
export type CallInput<E extends Endpoint> = OptionalKeys<{
  params: Sent<E['params']>;
  query: Sent<E['query']>;
  body: Sent<E['body']>;
}>;

/** What a caller gets: the response shape, or undefined for 204. */
export type CallResult<E extends Endpoint> = Parsed<E['response']>;
