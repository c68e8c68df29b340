import { z } from 'zod/mini';
import { endpoint } from './base/endpoint.ts';

/** How long a browser is remembered after it last signed in. Source: spec §9. */
export const REMEMBERED_BROWSER_DAYS = 30;
/** Cookie that holds the browser's secret id. Scripts cannot read it; only the account calls use it. */
export const BROWSER_ID_COOKIE = '__Host-portico_browser';
/**
 * Cookie on the parent domain. `true` when the browser is remembered, `false` when the person declined. Set by
 * client-side script. Source: spec §3.
 */
export const REMEMBERED_COOKIE = 'remembered';
/** Authorization request parameter that passes the InitLogin ticket to the identity provider. */
export const LOGIN_TICKET_PARAMETER = 'login_ticket';
/** A ticket is valid for one sign-in, within this time. */
export const LOGIN_TICKET_MINUTES = 10;

const Remembered = z.object({ isRemembered: z.boolean() });

export const getRememberedBrowserStatus = endpoint({
  method: 'POST',
  path: '/api/Account/GetRememberedBrowserStatus',
  summary: 'Whether this browser is the one remembered for the person',
  response: Remembered,
});
/** Remembers this browser for the person, or renews that. Each call gives the browser a new id. */
export const rotateBrowserId = endpoint({
  method: 'POST',
  path: '/api/Account/CheckAndRotateBrowserIdCookie',
  summary: 'Remembers this browser for 30 days, and no other',
  response: Remembered,
});
/**
 * Called without tokens, before redirecting to the identity provider. The ticket is null when this browser has no id.
 */
export const initLogin = endpoint({
  method: 'POST',
  path: '/api/Account/InitLogin',
  summary: 'Issues a ticket for a sign-in from this browser',
  access: 'anyone',
  response: z.object({ loginTicket: z.nullable(z.string()) }),
});
/** Called by the identity provider, with its secret as the bearer token. A ticket can be redeemed only once. */
export const redeemLoginTicket = endpoint({
  method: 'POST',
  path: '/api/Account/RedeemLoginTicket',
  summary: 'Whether a sign-in comes from the browser remembered for a person',
  access: 'anyone',
  body: z.object({
    loginTicket: z.string().check(z.maxLength(200)),
    subject: z.string().check(z.minLength(1), z.maxLength(255)),
  }),
  response: Remembered,
});
