import { expect } from 'vitest';
import { createApiToken } from '@portico/contracts/admin/tokens';
import type { TestPortal } from './testPortal.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
interface ScimAnswer {
  status: number;
  body: Record<string, unknown>;
  headers: Record<string, unknown>;
}
export type ScimClient = (
  method: Method,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ScimAnswer>;

/** Calls SCIM like an identity provider, with a token of the administrator adam. No response may be a server error. */
export async function scimClient(portal: TestPortal): Promise<ScimClient> {
  const body = { name: 'Provisioning', scopes: ['scim' as const], expiresInDays: 30 };
  const { secret } = await portal.as('adam').call(createApiToken, { body });
  return async (method, path, payload, headers = {}) => {
    const answer = await portal.portal.inject({
      method,
      url: `/scim/v2${path}`,
      headers: {
        authorization: `Bearer ${secret}`,
        ...(payload === undefined ? {} : { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
    });
    expect(answer.statusCode, answer.body).toBeLessThan(500);
    if (answer.statusCode === 204 || answer.statusCode === 304)
      return { status: answer.statusCode, body: {}, headers: answer.headers };
    expect(answer.headers['content-type']).toBe('application/scim+json; charset=utf-8');
    const parsed = answer.json<Record<string, unknown>>();
    if (answer.statusCode >= 400)
      expect(parsed).toMatchObject({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: String(answer.statusCode),
      });
    return { status: answer.statusCode, body: parsed, headers: answer.headers };
  };
}

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

export const patchOf = (...Operations: object[]) => ({ schemas: [PATCH], Operations });

/** Creates a user and returns the id. */
export async function provision(scim: ScimClient, userName: string, more: object = {}): Promise<string> {
  const { status, body } = await scim('POST', '/Users', { schemas: [USER], userName, ...more });
  expect(status, JSON.stringify(body)).toBe(201);
  return body['id'] as string;
}

/** Creates a group and returns the id. */
export async function provisionGroup(scim: ScimClient, displayName: string, members: string[] = []): Promise<string> {
  const list = members.map((value) => ({ value }));
  const { status, body } = await scim('POST', '/Groups', { schemas: [GROUP], displayName, members: list });
  expect(status, JSON.stringify(body)).toBe(201);
  return body['id'] as string;
}
