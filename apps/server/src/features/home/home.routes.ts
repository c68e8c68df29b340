import type { FastifyInstance } from 'fastify';
import { closeNotificationBanner, closeNotificationBannerPreview, getHome, previewHome } from '@portico/contracts/home';
import type { Db } from '../../db/pool.ts';
import { found } from '../../errors.ts';
import { route } from '../../http/route.ts';
import { closeBanner, findHome, findHomeDraft } from './home.queries.ts';

export function homeRoutes(portal: FastifyInstance, { db, now }: { db: Db; now: () => Date }): void {
  route(portal, getHome, ({ person }) => findHome(db, { ...person, now: now() }));
  route(portal, previewHome, ({ person }) => findHomeDraft(db, { ...person, now: now() }));
  route(
    portal,
    closeNotificationBanner,
    async ({ person, params }) =>
      void found(
        (await closeBanner(db, { ...person, now: now() }, params.notificationBannerId)) || undefined,
        'banner',
      ),
  );
  route(portal, closeNotificationBannerPreview, async () => {});
}
