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

/** Announced sign-ins a minute from one address, behind which an office may be. Source: TRUST D6. */
const SIGN_INS_PER_MINUTE = 60;

/** The calls around the remembered browser. With the feature off they are not there. Source: spec §4, decisions/0055. */
export function accountRoutes(
  portal: FastifyInstance,
  { db, config, now }: Pick<Dependencies, 'db' | 'config' | 'now'>,
): void {
  const secretOf = (request: FastifyRequest): string | undefined => {
    if (!config.REMEMBER_BROWSER) throw notThere();
    assertOwnPage(request, config);
    return parseCookie(request.headers.cookie ?? '')[BROWSER_ID_COOKIE];
  };

  route(portal, getRememberedBrowserStatus, async ({ person }, { request, reply }) => {
    const browser = await findBrowser(db, secretOf(request), now());
    if (browser === 'revoked') setBrowserCookie(reply, null);
    return { isRemembered: browser !== 'revoked' && browser?.userId === person.id };
  });

  route(portal, rotateBrowserId, async ({ person }, { request, reply }) => {
    const remembered = await rememberBrowser(db, person.id, secretOf(request), now());
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
    async (_received, { request }) => ({ loginTicket: await createLoginTicket(db, secretOf(request), now()) }),
    rateLimit,
  );

  route(portal, redeemLoginTicket, async ({ body }, { request, reply }) => {
    if (!config.REMEMBER_BROWSER || config.ACCOUNT_SECRET === undefined) throw notThere();
    if (!isBearer(request, config.ACCOUNT_SECRET)) {
      void reply.header('www-authenticate', 'Bearer realm="portico account"');
      throw new PortalError('token_missing', 'This is for the identity provider.');
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

const notThere = (): PortalError => new PortalError('not_found', 'There is nothing at this address.');

/** Null takes it away. */
function setBrowserCookie(reply: FastifyReply, secret: string | null): void {
  const seconds = secret === null ? 0 : REMEMBERED_BROWSER_DAYS * 86_400;
  void reply.header(
    'set-cookie',
    `${BROWSER_ID_COOKIE}=${secret ?? ''}; Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=Lax`,
  );
}

/** Compares digests, so that how long it takes says nothing about the secret. */
function isBearer({ headers }: FastifyRequest, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${secret}`));
}
