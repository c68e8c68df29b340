import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod/mini';
import type { Config } from '../../config.ts';
import type { Readings } from '../../content/readings.ts';
import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/pool.ts';
import { byteRange } from '../../http/headers/byteRange.ts';
import { contentDisposition } from '../../http/headers/contentDisposition.ts';
import { PortalError, found } from '../../errors.ts';
import { fileKey } from '../../media/files/files.ts';
import { assertServed } from '../../media/scanning/fileHold.ts';
import type { ByteRange, ObjectStore } from '../../media/store/objectStore.ts';
import { readersFor } from '../../sign-in/acting.ts';
import type { Reader } from '../../visibility/visibility.ts';
import { findFile, type ServedFile } from './documents.queries.ts';
import { LinkedFile } from '@portico/contracts/documents';
import type { DocumentFormat } from '@portico/kinds/media';
import { documentUrl } from '@portico/kinds/mediaUrls';

/**
 * Formats that a browser may display, because they have no active content; others are only offered for download.
 * Source: TRUST U2.
 */
const inertFormats: ReadonlySet<DocumentFormat> = new Set(['PDF', 'TXT', 'PNG', 'JPEG', 'WEBP', 'MP4', 'WEBM', 'VTT']);

const Params = z.object({ id: z.uuid() });
const Query = z.object({ download: z.optional(z.literal('1')), file: z.optional(LinkedFile) });

/** Opened in a tab, a file may be shown and a video may play, but nothing may run or be sent. */
const FILE_POLICY =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";
/** How long a request for the middle of a file counts as part of a read already in the audit log. */
const MAX_READ_MS = 10 * 60_000;
const MAX_TRACKED_READS = 10_000;

interface Dependencies {
  db: Db;
  config: Pick<Config, 'FIRM_TIME_ZONE'>;
  store: ObjectStore;
  readings: Pick<Readings, 'note'>;
  now: () => Date;
}

/**
 * Serves files of documents and assets, in whole or in part, to people who may see the item. Links, videos and viewers
 * cannot send headers, so the tokens come from the cookies, as for pictures. Each read of a document is recorded in the
 * audit log before its first byte is sent, or before a browser may show its copy. A link to an earlier file leads to
 * the page that says so. Source: TRUST U2, L3; RFC 9110; decisions/0251, decisions/0365.
 */
export function serveFiles(portal: FastifyInstance, dependencies: Dependencies): void {
  const recordRead = createReadRecorder(dependencies);
  portal.get(
    '/media/documents/:id',
    {
      compress: false,
      config: { access: 'member', tokensIn: 'cookies' },
      schema: { params: Params, querystring: Query, hide: true },
    },
    async (request, reply) => {
      const { id } = request.params as z.infer<typeof Params>;
      const { download, file: digest } = request.query as z.infer<typeof Query>;
      const isDownload = download === '1';
      const reader = request.reader!;
      const { file, other } = found(await findFor(dependencies, reader, id, digest), 'document');
      const openAsPage = () =>
        reply
          .headers({ 'cache-control': 'no-store', vary: 'Cookie, Sec-Fetch-Dest' })
          .redirect(`/documents?preview=${id.toLowerCase()}${digest === undefined ? '' : `&file=${digest}`}`, 303);
      if (file.linked === 'Earlier') {
        if (file.kind === 'document' && isNavigation(request)) return openAsPage();
        throw new PortalError('version_mismatch', `It is at ${documentUrl(id.toLowerCase())}.`);
      }
      assertServed(file.scan);
      if (wantsPdfAsPage(request, file) && !isDownload) return openAsPage();
      const etag = `"${file.sha256.toString('base64url')}"`;
      // Revalidated each time, so that people who may no longer see it get no cached copy.
      void reply.headers({
        etag,
        'cache-control': 'private, no-cache',
        'accept-ranges': 'bytes',
        vary: 'Cookie, Sec-Fetch-Dest',
      });
      const isRead = file.kind === 'document' && request.method !== 'HEAD';
      const read = { reader, other, documentId: id.toLowerCase(), file, isDownload };
      if (isKnown(request.headers['if-none-match'], etag)) {
        // The browser now shows its copy, so this is a read.
        if (isRead) await recordRead({ ...read, isStart: isStart(byteRange(request.headers.range, file.bytes)) });
        return reply.code(304).send();
      }

      const span = requestedRange(request, file, etag, reply);
      setFileHeaders(reply, file, isDownload, span);
      // An empty stream preserves the content length; without a body it would become 0.
      if (request.method === 'HEAD') return reply.send(Readable.from([]));
      if (isRead) await recordRead({ ...read, isStart: isStart(span) });
      const object = await dependencies.store.open(fileKey(file.sha256), span);
      if (!object) throw new PortalError('unavailable', 'The file can’t be opened right now.');
      return reply.send(object.stream);
    },
  );
}

/** The file, as the reader may open it, or somebody for whom they act or as whom they see the portal: the other one. */
async function findFor(
  { db, config }: Dependencies,
  reader: Reader,
  id: string,
  digest: string | undefined,
): Promise<{ file: ServedFile; other: Reader | undefined } | undefined> {
  for await (const one of readersFor({ db, config }, reader)) {
    const file = await findFile(db, one, id, digest);
    if (file) return { file, other: one.actedBy === undefined ? undefined : one };
  }
  return undefined;
}

/**
 * Whether a PDF is opened as a page. The sandbox would make browsers show an empty page, so the portal's viewer shows
 * it.
 */
function wantsPdfAsPage(request: FastifyRequest, { format, kind }: ServedFile): boolean {
  return format === 'PDF' && kind === 'document' && request.headers['sec-fetch-dest'] === 'document';
}

/** Whether a request is the start of a read, and not one of its later parts. */
const isStart = (span: ByteRange | 'unsatisfiable' | undefined): boolean =>
  span === undefined || span === 'unsatisfiable' || span.start === 0;

/** Whether a browser may show the answer as a page. Older ones don't say. */
const isNavigation = ({ headers }: FastifyRequest): boolean =>
  ['document', undefined].includes(headers['sec-fetch-dest'] as string | undefined);

function isKnown(header: string | undefined, etag: string): boolean {
  return (
    header !== undefined &&
    (header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag))
  );
}

/**
 * Undefined for the whole file. A range is honored only if the file has not changed since the caller's first request.
 */
function requestedRange(
  request: FastifyRequest,
  { bytes }: ServedFile,
  etag: string,
  reply: FastifyReply,
): ByteRange | undefined {
  const { range, 'if-range': ifRange } = request.headers;
  if (ifRange !== undefined && ifRange !== etag) return undefined;
  const span = byteRange(range, bytes);
  if (span !== 'unsatisfiable') return span;
  void reply.header('content-range', `bytes */${bytes}`);
  throw new PortalError('range_not_satisfiable', `The file has ${bytes} bytes.`);
}

function setFileHeaders(
  reply: FastifyReply,
  file: ServedFile,
  isDownload: boolean,
  range: ByteRange | undefined,
): void {
  const { start, end } = range ?? { start: 0, end: file.bytes - 1 };
  if (range) void reply.code(206).header('content-range', `bytes ${start}-${end}/${file.bytes}`);
  void reply.headers({
    'content-type': file.mediaType,
    'content-length': end - start + 1,
    'content-disposition': contentDisposition(
      isDownload || !inertFormats.has(file.format) ? 'attachment' : 'inline',
      file.fileName,
    ),
    'content-security-policy': FILE_POLICY,
  });
}

interface ReadPart {
  reader: Reader;
  /** Only this person may open the file, and the other one acts for them or sees the portal as they do. */
  other: Reader | undefined;
  documentId: string;
  file: ServedFile;
  isDownload: boolean;
  isStart: boolean;
}

/**
 * Records and counts a read when it starts: at the first byte, or at a later one if this process does not know of the
 * read. The memory of recent reads only avoids duplicate entries; another process would write one more.
 */
function createReadRecorder({ db, readings, now }: Dependencies): (part: ReadPart) => Promise<void> {
  const recentReads = new Map<string, number>();
  return async ({ reader, other, documentId, file, isDownload, isStart }) => {
    const key = `${reader.id} ${documentId} ${isDownload}`;
    const at = now().getTime();
    const before = recentReads.get(key);
    recentReads.delete(key);
    recentReads.set(key, at);
    if (recentReads.size > MAX_TRACKED_READS) recentReads.delete(recentReads.keys().next().value!);
    if (!isStart && before !== undefined && at - before < MAX_READ_MS) return;
    await audit(db, {
      actorId: reader.id,
      action: isDownload ? 'document.downloaded' : 'document.opened',
      objectKind: 'document',
      objectId: documentId,
      details: {
        fileName: file.fileName,
        sha256: file.sha256.toString('hex'),
        ...(other === undefined ? {} : { [other.isViewed ? 'viewedAs' : 'for']: other.id }),
      },
    });
    // What only somebody else may see was not opened by one of its readers.
    if (other === undefined) readings.note(reader, documentId, isDownload ? 'Downloaded' : 'Opened');
  };
}
