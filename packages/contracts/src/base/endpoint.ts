import type { z } from 'zod/mini';

/**
 * `member` is any signed-in person, `studio` anyone with a role for items in the studio, `overseer` these and compliance
 * officers, `compliance` these officers and administrators.
 */
export const roles = ['member', 'studio', 'overseer', 'editor', 'compliance', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Who may call an endpoint: `anyone` needs no tokens. */
export type Access = 'anyone' | Role;

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
  /** For people without the required role, the endpoint responds with `not_found`, as if it did not exist. */
  isHidden: boolean;
  /** Accepts an `Idempotency-Key`: any number of attempts with the same key have one effect. */
  isIdempotent: boolean;
  /** Status of a response with a body: 202 when the work continues after it is sent. */
  status: 200 | 202;
  params: Params;
  query: Query;
  body: Body;
  /** Shape of the response; `undefined` means 204 without a body. */
  response: Response;
}

/**
 * One HTTP call. The server registers its route, the client makes the call and OpenAPI describes it, all from this
 * value.
 */
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

/** Header that identifies an action to perform only once. */
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';

/** Header of a call for somebody else: the id of that person. Source: decisions/0311. */
export const ACTING_FOR_HEADER = 'acting-for';

type Parsed<S> = S extends Schema ? z.output<S> : undefined;
type Sent<S> = S extends Schema ? z.input<S> : undefined;

/** What the server's handler receives. */
export interface Received<E extends Endpoint> {
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
  /** Only for idempotent endpoints. */
  idempotencyKey?: string | undefined;
}

type OptionalKeys<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };

/** What a caller passes: only the parts that the endpoint has. */
export type CallInput<E extends Endpoint> = OptionalKeys<{
  params: Sent<E['params']>;
  query: Sent<E['query']>;
  body: Sent<E['body']>;
}>;

/** What a caller receives: the response shape, or undefined for 204. */
export type CallResult<E extends Endpoint> = Parsed<E['response']>;
