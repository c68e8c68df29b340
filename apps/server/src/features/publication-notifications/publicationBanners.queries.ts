import { sql, type RawBuilder } from 'kysely';
import { PUBLICATION_BANNER_DAYS } from '@portico/contracts/studio/notifyReaders';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';
import { readerPath } from './notifyReaders.ts';

/** Rows `id, banner` of publications with a banner that the reader may see, newest first. */
export const publicationBanners = (reader: Reader): RawBuilder<unknown> => sql`
  select notified.revision_id::text as id, jsonb_build_object('id', notified.revision_id, 'kind', 'Info', 'title', left(rev.header, 200),
    'text', left(rev.description, 500), 'link', jsonb_build_object('text', 'Read more', 'href', ${readerPath})) as banner
  from publication_notifications notified join content_items item on item.published_revision_id = notified.revision_id
  join content_revisions rev on rev.id = notified.revision_id
  where notified.notify_by @> '{Banner}' and notified.notified_at > ${reader.now}::timestamptz - make_interval(days => ${PUBLICATION_BANNER_DAYS}::integer)
    and ${visibleTo(reader)}
  order by notified.notified_at desc, notified.revision_id`;
