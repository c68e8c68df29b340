import type { FastifyInstance } from 'fastify';
import { z } from 'zod/mini';
import { DAY_S } from '@portico/contracts/durations';
import { IMAGE_WIDTHS } from '@portico/kinds/media';
import type { Dependencies } from '../dependencies.ts';
import { PortalError } from '../errors.ts';
import { readersFor } from '../sign-in/acting.ts';
import type { Reader } from '../visibility/visibility.ts';
import { pictureKey } from './pictures/pictures.ts';
import { maySeePicture } from './pictures/pictures.queries.ts';

const YEAR_S = 365 * DAY_S;
const Params = z.object({ id: z.uuid(), file: z.string().check(z.regex(/^\d{1,4}\.webp$/)) });
const ETAG = '"1"';

/**
 * Pictures by id and width, for readers of an item that shows them, and for those who act for one; people with a
 * studio role, who write drafts, see all. An `<img>` cannot send headers, so the tokens are read from the cookies. The
 * picture at an address never changes.
 */
export function mediaRoutes(
  portal: FastifyInstance,
  { db, store, config }: Pick<Dependencies, 'db' | 'store' | 'config'>,
): void {
  const isShownTo = async (reader: Reader, id: string): Promise<boolean> => {
    for await (const one of readersFor({ db, config }, reader)) if (await maySeePicture(db, one, id)) return true;
    return false;
  };

  portal.get(
    '/media/:id/:file',
    {
      config: { access: 'member', tokensIn: 'cookies' },
      schema: { params: Params, hide: true },
    },
    async (request, reply) => {
      const { id, file } = request.params as z.infer<typeof Params>;
      const person = request.person!;
      const isShown = person.roles.includes('studio') || (await isShownTo(request.reader!, id));
      const picture = isShown && (await store.open(pictureKey(id.toLowerCase(), Number.parseInt(file, 10))));
      if (!picture)
        throw new PortalError(
          'not_found',
          `This picture does not exist. Available widths: ${IMAGE_WIDTHS.join(', ')}.`,
        );
      void reply.header('cache-control', `private, max-age=${YEAR_S}, immutable`).header('etag', ETAG);
      if (request.headers['if-none-match'] === ETAG) {
        picture.stream.destroy();
        return reply.code(304).send();
      }
      return reply.type('image/webp').header('content-length', picture.size).send(picture.stream);
    },
  );
}
