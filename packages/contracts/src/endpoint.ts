import type { z } from 'zod/mini';

/** Who may call an endpoint. `anyone` needs no tokens, `member` any signed-in person. */
export type Access = 'anyone' | 'member' | 'editor' | 'admin';

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
  params: Params;
  query: Query;
  body: Body;
  /** Shape of a 200 answer; `undefined` means 204 without a body. */
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
  params?: Params;
  query?: Query;
  body?: Body;
  response?: Response;
}): Endpoint<Params, Query, Body, Response> {
  return {
    access: 'member',
    isHidden: false,
    params: undefined as Params,
    query: undefined as Query,
    body: undefined as Body,
    response: undefined as Response,
    ...definition,
  };
}

type Parsed<S> = S extends Schema ? z.output<S> : undefined;
type Sent<S> = S extends Schema ? z.input<S> : undefined;

/** What the server's handler receives. */
export interface Received<E extends Endpoint> {
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
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
