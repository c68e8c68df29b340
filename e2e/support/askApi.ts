import type { APIResponse, BrowserContext } from '@playwright/test';
import { cookieNames } from '@portico/contracts/portalSettings';

/** Asks the API with the tokens that a browser has. */
export async function askApi(context: BrowserContext, path: string): Promise<APIResponse> {
  const tokens = Object.fromEntries((await context.cookies()).map(({ name, value }) => [name, value]));
  return context.request.get(path, {
    headers: { authorization: `Bearer ${tokens[cookieNames.accessToken]}`, 'id-token': tokens[cookieNames.idToken]! },
  });
}
