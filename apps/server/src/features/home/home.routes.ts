import type { FastifyInstance } from 'fastify';
import {
  closeNotificationBanner,
  closeNotificationBannerPreview,
  getHome,
  noteHomeVisit,
} from '@portico/contracts/home';
import type { Dependencies } from '../../dependencies.ts';
import { found } from '../../errors.ts';
import { route } from '../../http/api/route.ts';
import { closeBanner, findHome, saveVisit } from './home.queries.ts';

export function homeRoutes(portal: FastifyInstance, { db, config }: Pick<Dependencies, 'db' | 'config'>): void {
  route(portal, getHome, ({ reader, reads }) => findHome(reads, reader, config.FIRM_TIME_ZONE));
  route(portal, noteHomeVisit, ({ reader }) => saveVisit(db, reader));
  route(
    portal,
    closeNotificationBanner,
    async ({ reader, params }) =>
      void found((await closeBanner(db, reader, params.notificationBannerId)) || undefined, 'banner'),
  );
  route(portal, closeNotificationBannerPreview, async () => {});
}
