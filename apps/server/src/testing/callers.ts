import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { z } from 'zod/mini';
import type { CallInput, CallResult, Endpoint } from '@portico/contracts/endpoint';
import { Problem } from '@portico/contracts/errors';
import type { TestIssuer } from './testIssuer.ts';

/** Claims of the people that tests act as; any other name is a person without an advisor type. */
const people: Record<string, Record<string, unknown>> = {
  ana: { given_name: 'Ana', family_name: 'Brandt', 'custom:advisorType': 'AdvisorHybrid' },
  cora: { nickname: 'Cora', given_name: 'Cordelia', family_name: 'Finch', 'custom:advisorType': 'AdvisorCorporate' },
  nils: { given_name: 'Nils', family_name: 'Aldous', 'custom:advisorType': 'Nla' },
  aud: studioPerson('Aud', 'studio-author', 'Operations'),
  eve: studioPerson('Eve', 'studio-editor', 'Operations'),
  abe: studioPerson('Abe', 'studio-approver'),
  adam: { given_name: 'Adam', family_name: 'Vance', 'custom:roles': ['admin'] },
  edda: { given_name: 'Edda', family_name: 'Mohr', 'custom:roles': ['editor'], 'custom:advisorType': 'AdvisorIFA' },
};

/** Departments count only if the portal is configured to read them from this claim. */
function studioPerson(given_name: string, role: string, ...departments: string[]): Record<string, unknown> {
  return { given_name, family_name: 'Stone', 'custom:roles': [role], 'custom:departments': departments };
}

interface AnyInput {
  params?: object;
  query?: object;
  body?: object;
}

export interface Caller {
  /** Calls an endpoint and checks that the response is exactly what the contract says. */
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>, headers?: Record<string, string>): Promise<CallResult<E>>;
  /** Calls an endpoint that should fail, and returns its problem details. */
  fail<E extends Endpoint>(endpoint: E, input: CallInput<E>, headers?: Record<string, string>): Promise<Problem>;
  /** The same with input that breaks the contract. */
  failWith(endpoint: Endpoint, input: AnyInput): Promise<Problem>;
  headers(): Promise<Record<string, string>>;
}

/** Callers by name. Their tokens are issued by `issuer` and are renewed as the clock moves. */
export function createCallers({
  portal,
  issuer,
  clock,
}: {
  portal: FastifyInstance;
  issuer: TestIssuer;
  clock: { now: Date };
}): (name: string) => Caller {
  const tokens = new Map<string, Promise<Record<string, string>>>();
  const headersOf = (name: string) => {
    // Tokens last an hour on the portal's clock, which tests move.
    const key = `${name} ${Math.floor(clock.now.getTime() / 1_800_000)}`;
    const known =
      tokens.get(key) ??
      issuer
        .tokens({ sub: name, ...people[name] })
        .then(({ idToken, accessToken }) => ({ authorization: `Bearer ${accessToken}`, 'id-token': idToken }));
    tokens.set(key, known);
    return known;
  };

  async function send(
    name: string,
    endpoint: Endpoint,
    input: AnyInput = {},
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    let path = endpoint.path;
    for (const [key, value] of Object.entries(input.params ?? {}))
      path = path.replace(`:${key}`, encodeURIComponent(String(value)));
    return portal.inject({
      method: endpoint.method,
      url: path,
      query: (input.query ?? {}) as Record<string, string>,
      headers: { ...(await headersOf(name)), ...headers },
      ...(input.body ? { payload: input.body } : {}),
    });
  }

  async function fail(...call: Parameters<typeof send>): Promise<Problem> {
    const answer = await send(...call);
    expect(answer.statusCode, answer.body).toBeGreaterThanOrEqual(400);
    return z.parse(Problem, answer.json());
  }

  return (name) => ({
    headers: () => headersOf(name),
    async call(endpoint, input, headers) {
      const answer = await send(name, endpoint, input, headers);
      expect(answer.statusCode, answer.body).toBe(endpoint.response ? endpoint.status : 204);
      if (!endpoint.response) return undefined as never;
      const body: unknown = answer.json();
      expect(z.safeParse(endpoint.response, body)).toEqual({ success: true, data: body });
      return body as never;
    },
    fail: (endpoint, input, headers) => fail(name, endpoint, input, headers),
    failWith: (endpoint, input) => fail(name, endpoint, input),
  });
}
