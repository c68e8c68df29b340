import { createClient, type Tokens } from '@portico/client/createClient';
import type { Caller } from '@portico/server/testing/callers';
import type { TestIssuer } from '@portico/server/testing/testIssuer';

export type BenchCaller = Pick<Caller, 'call'>;

/** A portal with people who call it. */
export interface BenchPortal {
  url: string;
  issuer: TestIssuer;
}

export const tokensOf = ({ issuer }: BenchPortal, sub: string, roles: string[] = []): Promise<Tokens> =>
  issuer.tokens({ sub, 'custom:advisorType': 'AdvisorHybrid', 'custom:roles': roles });

/** Somebody who calls the portal over HTTP. */
export async function callerOf(portal: BenchPortal, sub: string, roles: string[] = []): Promise<BenchCaller> {
  const tokens = await tokensOf(portal, sub, roles);
  const client = createClient({ baseUrl: portal.url, tokens: () => tokens, onUnauthorized: () => undefined });
  return { call: (endpoint, input) => client.call(endpoint, input) };
}
