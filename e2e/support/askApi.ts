import type { APIResponse, BrowserContext } from '@playwright/test';
import { cookieNames } from '@portico/contracts/portalSettings';

/** Calls the API with the tokens of a browser. */
export async function askApi(context: BrowserContext, path: string): Promise<APIResponse> {
  const tokens = Object.fromEntries((await context.cookies()).map(({ name, value }) => [name, value]));
  return context.request.get(path, {
    headers: { authorization: `Bearer ${tokens[cookieNames.accessToken]}`, 'id-token': tokens[cookieNames.idToken]! },
  });
}
