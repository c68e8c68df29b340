import type { FastifyInstance } from 'fastify';
import { getDocument, getDocumentPreview, listDocuments } from '@portico/contracts/documents';
import type { Readings } from '../../content/readings.ts';
import type { Dependencies } from '../../dependencies.ts';
import { found } from '../../errors.ts';
import { serviceItemRoute, serviceRoute } from '../../http/api/serviceRoute.ts';
import { route } from '../../http/api/route.ts';
import { serveFiles } from './serveFiles.ts';
import { findDocument, findDocumentPreview, listDocumentsPage } from './documents.queries.ts';

export function documentsRoutes(
  portal: FastifyInstance,
  dependencies: Pick<Dependencies, 'db' | 'store' | 'config' | 'now'> & { readings: Pick<Readings, 'note'> },
): void {
  const { db, readings, now } = dependencies;
  serviceRoute(portal, { scope: 'read:documents', now }, (reader, query) => listDocumentsPage(db, reader, query));
  serviceItemRoute(portal, { scope: 'read:documents', now }, (reader, id) => findDocument(db, reader, id));
  route(portal, listDocuments, ({ reader, reads, query }) => listDocumentsPage(reads, reader, query));
  route(portal, getDocument, async ({ reader, reads, params, query }) =>
    found(await findDocument(reads, reader, params.documentId, query.file), 'document'),
  );
  route(portal, getDocumentPreview, async ({ reader, reads, params }) => {
    const preview = found(await findDocumentPreview(reads, reader, params.documentId), 'document');
    readings.note(reader, params.documentId, 'Opened');
    return preview;
  });
  serveFiles(portal, dependencies);
}
