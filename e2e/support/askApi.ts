import type { APIResponse, BrowserContext } from '@playwright/test';
import { cookieNames } from '@portico/contracts/portalSettings';

/** Calls the API with the tokens of a browser; `data` is sent as JSON. */
export async function askApi(
  context: BrowserContext,
  path: string,
  { method = 'GET', data }: { method?: 'GET' | 'PUT' | 'POST'; data?: unknown } = {},
): Promise<APIResponse> {
  const tokens = Object.fromEntries((await context.cookies()).map(({ name, value }) => [name, value]));
  return context.request.fetch(path, {
    method,
    data,
    headers: { authorization: `Bearer ${tokens[cookieNames.accessToken]}`, 'id-token': tokens[cookieNames.idToken]! },
  });
}
