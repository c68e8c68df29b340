import { z } from 'zod/mini';
import { endpoint } from './base/endpoint.ts';

/** How long a browser is remembered after it last signed in. Source: spec §9. */
export const REMEMBERED_BROWSER_DAYS = 30;
/** Cookie that holds the browser's secret id. Scripts cannot read it; only the account calls use it. */
export const BROWSER_ID_COOKIE = '__Host-portico_browser';
/**
 * Cookie on the parent domain that says `true` or `false`: remembered, or not wanted. Written by script. Source: spec
 * §3.
 */
export const REMEMBERED_COOKIE = 'remembered';
/** Parameter of the authorization request that carries the ticket of InitLogin to the identity provider. */
export const LOGIN_TICKET_PARAMETER = 'login_ticket';
/** A ticket is good for one sign-in within this time. */
export const LOGIN_TICKET_MINUTES = 10;

const Remembered = z.object({ isRemembered: z.boolean() });

export const getRememberedBrowserStatus = endpoint({
  method: 'POST',
  path: '/api/Account/GetRememberedBrowserStatus',
  summary: 'Whether this browser is the one that is remembered for the person',
  response: Remembered,
});
/** Both remembers this browser for the person and re-asserts it: each time the browser's id is another one. */
export const rotateBrowserId = endpoint({
  method: 'POST',
  path: '/api/Account/CheckAndRotateBrowserIdCookie',
  summary: 'Remembers this browser for 30 days, and no other',
  response: Remembered,
});
/** Before leaving for the identity provider, without tokens: null when this browser has no id. */
export const initLogin = endpoint({
  method: 'POST',
  path: '/api/Account/InitLogin',
  summary: 'Announces a sign-in of this browser',
  access: 'anyone',
  response: z.object({ loginTicket: z.nullable(z.string()) }),
});
/** For the identity provider, which gives its secret as bearer token; a ticket is answered once. */
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
