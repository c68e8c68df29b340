import type { DocumentPreview, PortalDocument } from '@portico/contracts/documents';
import { getDocument, getDocumentPreview, listDocuments } from '@portico/contracts/documents';
import type { CallInput } from '@portico/contracts/endpoint';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { query } from '../../api/query.ts';

export type DocumentsInput = CallInput<typeof listDocuments>['query'];

/** Delays between requests for a preview that is not ready yet. */
const FIRST_POLL_MS = 1500;
const MAX_POLL_MS = 15_000;

/** One page of documents. The previous page stays visible while another one loads. */
export const documentsQuery = (input: DocumentsInput) =>
  queryOptions({
    ...query(listDocuments, { query: input }),
    placeholderData: keepPreviousData,
  });

/**
 * One document, taken from the list if it is there. `file` is the one that a link was made for. The dialog shows errors
 * in place.
 */
export const documentQuery = (documentId: string, { known, file }: { known?: PortalDocument; file?: string } = {}) =>
  queryOptions({
    ...query(getDocument, { params: { documentId }, query: file === undefined ? {} : { file } }),
    throwOnError: false,
    refetchInterval: ({ state }): number | false => state.data?.hold === 'Waiting' && pollDelayMs(state),
    // The list doesn't know whether the link's file has been replaced.
    ...(known && file === undefined ? { placeholderData: known } : {}),
  });

/** A document's preview. Polls with growing delays while the server is still processing the file. */
export const documentPreviewQuery = (documentId: string) =>
  queryOptions({
    ...query(getDocumentPreview, { params: { documentId } }),
    throwOnError: false,
    refetchInterval: ({ state }): number | false => isPending(state.data) && pollDelayMs(state),
  });

const pollDelayMs = ({ dataUpdateCount }: { dataUpdateCount: number }): number =>
  Math.min(MAX_POLL_MS, FIRST_POLL_MS * 1.5 ** dataUpdateCount);

const isPending = (preview: DocumentPreview | undefined): boolean =>
  preview?.kind === 'Pending' || (preview?.kind === 'Held' && preview.hold === 'Waiting');
