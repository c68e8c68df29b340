import { createHash, timingSafeEqual } from 'node:crypto';
import { parseCookie } from 'cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  BROWSER_ID_COOKIE,
  getRememberedBrowserStatus,
  initLogin,
  redeemLoginTicket,
  REMEMBERED_BROWSER_DAYS,
  rotateBrowserId,
} from '@portico/contracts/account';
import { assertOwnPage } from '../../http/headers/embedding.ts';
import { PortalError } from '../../errors.ts';
import { route } from '../../http/api/route.ts';
import type { Dependencies } from '../../dependencies.ts';
import { createLoginTicket, findBrowser, redeemTicket, rememberBrowser } from './browsers.queries.ts';

/** Announced sign-ins per minute from one address, which a whole office may share. Source: TRUST D6. */
const SIGN_INS_PER_MINUTE = 60;

/** The endpoints for remembered browsers. They return 404 while the feature is off. Source: spec §4, decisions/0055. */
export function accountRoutes(
  portal: FastifyInstance,
  { db, config, now }: Pick<Dependencies, 'db' | 'config' | 'now'>,
): void {
  const browserSecret = (request: FastifyRequest): string | undefined => {
    if (!config.REMEMBER_BROWSER) throw notFound();
    assertOwnPage(request, config);
    return parseCookie(request.headers.cookie ?? '')[BROWSER_ID_COOKIE];
  };

  route(portal, getRememberedBrowserStatus, async ({ person }, { request, reply }) => {
    const browser = await findBrowser(db, browserSecret(request), now());
    if (browser === 'revoked') setBrowserCookie(reply, null);
    return { isRemembered: browser !== 'revoked' && browser?.userId === person.id };
  });

  route(portal, rotateBrowserId, async ({ person }, { request, reply }) => {
    const remembered = await rememberBrowser(db, person.id, browserSecret(request), now());
    if (remembered !== undefined) setBrowserCookie(reply, remembered === 'revoked' ? null : remembered.secret);
    return { isRemembered: remembered !== 'revoked' };
  });

  const rateLimit =
    config.RATE_LIMIT_PER_MINUTE > 0
      ? { rateLimit: { max: Math.min(SIGN_INS_PER_MINUTE, config.RATE_LIMIT_PER_MINUTE) } }
      : {};
  route(
    portal,
    initLogin,
    async (_received, { request }) => ({ loginTicket: await createLoginTicket(db, browserSecret(request), now()) }),
    rateLimit,
  );

  route(portal, redeemLoginTicket, async ({ body }, { request, reply }) => {
    if (!config.REMEMBER_BROWSER || config.ACCOUNT_SECRET === undefined) throw notFound();
    if (!isBearer(request, config.ACCOUNT_SECRET)) {
      void reply.header('www-authenticate', 'Bearer realm="portico account"');
      throw new PortalError('token_missing', 'Only the identity provider may call this.');
    }
    return {
      isRemembered: await redeemTicket(
        db,
        body.loginTicket,
        { issuer: config.OIDC_ISSUER, subject: body.subject },
        now(),
      ),
    };
  });
}

const notFound = (): PortalError => new PortalError('not_found', 'Nothing was found at this address.');

/** A null secret deletes the cookie. */
function setBrowserCookie(reply: FastifyReply, secret: string | null): void {
  const seconds = secret === null ? 0 : REMEMBERED_BROWSER_DAYS * 86_400;
  void reply.header(
    'set-cookie',
    `${BROWSER_ID_COOKIE}=${secret ?? ''}; Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=Lax`,
  );
}

/** Compares digests, so that response times reveal nothing about the secret. */
function isBearer({ headers }: FastifyRequest, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${secret}`));
}
