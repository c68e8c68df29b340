import type { FastifyInstance } from 'fastify';
import { sql, type Kysely } from 'kysely';
import { z } from 'zod/mini';
import { queryInt } from '@portico/contracts/paging';
import {
  DocumentVersion,
  documentVersionUrl,
  listDocumentVersions,
  MAX_LISTED_VERSIONS,
} from '@portico/contracts/studio/documentVersions';
import type { StudioFile } from '@portico/kinds/items/document/schemas';
import { audit } from '../../db/audit.ts';
import { Bytes, Instant, readRow, readRows, storedJson } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import type { Dependencies } from '../../dependencies.ts';
import { found, PortalError } from '../../errors.ts';
import { route } from '../../http/api/route.ts';
import { contentDisposition } from '../../http/headers/contentDisposition.ts';
import { fileKey } from '../../media/files/files.ts';
import { assertServed, FileScan } from '../../media/scanning/fileHold.ts';
import { displayName } from '../../sign-in/displayName.ts';
import { actorOf, type StudioActor } from './access/actor.ts';
import { readDraftFields } from './draftStore.queries.ts';
import { assertAllowed } from './standing.queries.ts';

const VersionRow = z.extend(DocumentVersion, { file: storedJson<StudioFile>(), publishedAt: Instant });

/** The published files of a document, newest first. Revisions in a row that have the same file are one version. */
function listVersions(db: Kysely<DB>, itemId: string): Promise<DocumentVersion[]> {
  return readRows(
    db,
    VersionRow,
    sql`
      with published as (
        select rev.*, item.published_revision_id, lag(rev.file_id) over (order by rev.number) is distinct from rev.file_id as is_new
        from content_revisions rev join content_items item on item.id = rev.item_id
        where rev.item_id = ${itemId} and item.kind = 'document' and rev.first_published_at is not null and rev.file_id is not null
      ), counted as (select *, count(*) filter (where is_new) over (order by number) as version from published
      ), shown as (
        select *, bool_or(id = published_revision_id) over (partition by version) is true as is_current from counted)
      select number, first_published_at as "publishedAt", is_current as "isCurrent",
        (select ${displayName('person')} from users person where person.id = created_by) as "publishedBy",
        jsonb_build_object('fileId', file.id, 'fileName', details->>'fileName', 'format', file.format, 'bytes', file.bytes) as file
      from shown join files file on file.id = shown.file_id
      where is_new order by number desc limit ${MAX_LISTED_VERSIONS}`,
  );
}

const FileRow = z.object({
  fileName: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
  sha256: Bytes,
  scan: FileScan,
});

const Params = z.object({ itemId: z.uuid(), number: queryInt(1, 999_999) });

/**
 * Earlier published files of documents, for those who may open the document in the studio. Each download is in the
 * audit log. Source: decisions/0365.
 */
export function documentVersionsRoutes(
  portal: FastifyInstance,
  { db, store }: Pick<Dependencies, 'db' | 'store'>,
): void {
  async function assertMayOpen(itemId: string, actor: StudioActor): Promise<void> {
    const [draft] = await readDraftFields(db, [itemId]);
    await assertAllowed(db, found(draft, 'item'), actor, 'open');
  }

  route(portal, listDocumentVersions, async ({ params: { itemId }, ...caller }) => {
    await assertMayOpen(itemId, actorOf(caller));
    return { items: await listVersions(db, itemId) };
  });

  portal.get(
    documentVersionUrl(':itemId', ':number'),
    {
      compress: false,
      config: { access: 'studio', isHidden: true, tokensIn: 'cookies' },
      schema: { params: Params, hide: true },
    },
    async (request, reply) => {
      const { itemId, number } = request.params as z.infer<typeof Params>;
      await assertMayOpen(itemId, actorOf({ person: request.person!, reader: request.reader! }));
      const file = found(
        await readRow(
          db,
          FileRow,
          sql`
            select rev.details->>'fileName' as "fileName", file.media_type as "mediaType", file.bytes, file.sha256, file.scan
            from content_revisions rev join content_items item on item.id = rev.item_id join files file on file.id = rev.file_id
            where rev.item_id = ${itemId} and rev.number = ${number} and item.kind = 'document' and rev.first_published_at is not null`,
        ),
        'version',
      );
      assertServed(file.scan);
      await audit(db, {
        actorId: request.person!.id,
        action: 'document.downloaded',
        objectKind: 'document',
        objectId: itemId.toLowerCase(),
        details: { fileName: file.fileName, sha256: file.sha256.toString('hex'), revision: number },
      });
      const object = await store.open(fileKey(file.sha256));
      if (!object) throw new PortalError('unavailable', 'The file can’t be opened right now.');
      return reply
        .headers({
          'cache-control': 'no-store',
          'content-type': file.mediaType,
          'content-length': file.bytes,
          'content-disposition': contentDisposition('attachment', file.fileName),
          'content-security-policy': "default-src 'none'; sandbox",
        })
        .send(object.stream);
    },
  );
}
