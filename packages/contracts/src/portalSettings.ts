import { z } from 'zod/mini';

/**
 * What the browser needs to know before anyone can sign in. The server writes it into the page as JSON in `<meta
 * name="portico-settings" content="…">`; nothing in it is secret.
 */
export const PortalSettings = z.object({
  productName: z.string(),
  /** IANA zone of events whose zone nobody chose. */
  firmTimeZone: z.string(),
  build: z.string(),
  /** Whether people can have their browser remembered. When off, no account call is made. */
  rememberBrowser: z.boolean(),
  /** The page analytics script; absent unless its id is configured. */
  analytics: z.optional(z.object({ id: z.string(), scriptUrl: z.string() })),
  signIn: z.object({
    mode: z.enum(['code', 'implicit']),
    clientId: z.string(),
    scope: z.string(),
    responseType: z.enum(['code', 'id_token token', 'token']),
    issuer: z.string(),
    authorizationEndpoint: z.string(),
    tokenEndpoint: z.optional(z.string()),
    jwksUri: z.string(),
    /** `end_session` is OpenID Connect RP-initiated logout; `cognito` takes client_id and logout_uri. */
    logout: z.nullable(z.object({ style: z.enum(['end_session', 'cognito']), endpoint: z.string() })),
    /** Accepted signature algorithms for tokens. */
    algorithms: z.array(z.string()),
    /** Sent with the authorization request, e.g. `resource` or `audience` if a provider requires it. */
    extraParams: z.record(z.string(), z.string()),
  }),
});
export type PortalSettings = z.infer<typeof PortalSettings>;

/** Names of the cookies on the portal's own host. Source: READINGS, sign-in. */
export const cookieNames = { idToken: 'id_token', accessToken: 'access_token', expiresAt: 'token_expires_at' } as const;

/** Paths that the identity provider redirects to; they must be registered there exactly. */
export const signInPaths = { callback: '/auth/callback', silent: '/auth/silent', logout: '/logout' } as const;
