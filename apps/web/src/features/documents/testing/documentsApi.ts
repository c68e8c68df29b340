import type { DocumentPreview, PortalDocument } from '@portico/contracts/documents';
import { DOCUMENTS_PAGE_SIZE, getDocument, getDocumentPreview, listDocuments } from '@portico/contracts/documents';
import { aDocument } from '@portico/testing/builders';
import { fakeApi } from '@portico/testing/fakeApi';

export const many = Array.from({ length: 30 }, (_, index) => aDocument({ header: `Document ${index + 1}` }));

/** A fake server with pages of documents and the same preview for each. */
export function documentsApi(
  documents: PortalDocument[] = many,
  preview: DocumentPreview = { kind: 'Text', text: 'Words of the file', isCut: false },
) {
  const api = fakeApi();
  api.answer(listDocuments, ({ query: { page = 1, pageSize = DOCUMENTS_PAGE_SIZE } }) => ({
    page,
    pageSize,
    total: documents.length,
    items: documents.slice((page - 1) * pageSize, page * pageSize),
  }));
  api.answer(getDocument, ({ params }) => documents.find((document) => document.id === params.documentId)!);
  api.answer(getDocumentPreview, preview);
  return api;
}
