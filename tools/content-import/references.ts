import type { DocumentFormat, ImageRef } from '@portico/kinds/media';
import { markdownBlocks } from './markup/componentTree.ts';

export interface References {
  pictures: Map<string, ImageRef>;
  /** What a file list shows about a document, or undefined if there is no such document. */
  documentOf(externalId: string): DocumentReference | undefined;
  /** The portal's path of an item, or undefined if there is no such item. */
  pathOf(externalId: string): string | undefined;
}

export interface DocumentReference {
  documentId: string;
  title: string;
  format: DocumentFormat;
  bytes: number;
}

/** A reference to something that does not exist. The message is for the report. */
export class UnknownReference extends Error {
  override name = 'UnknownReference';
}

/**
 * Converts a component from a collection's notation (pictures, documents and items by their ids, formatted text as
 * markdown) to the contract's. It is validated when it is stored. Throws UnknownReference.
 */
export function resolved(value: unknown, references: References, key = ''): unknown {
  if (Array.isArray(value)) return value.map((entry) => resolved(entry, references, key));
  if (value !== null && typeof value === 'object' && 'document' in value && typeof value.document === 'string')
    return documentReference(value, references.documentOf(value.document) ?? missing(`document ${value.document}`));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, resolved(entry, references, name)]));
  if (typeof value !== 'string') return value;
  if (key === 'image' || key === 'poster') return references.pictures.get(value) ?? missing(`picture ${value}`);
  if (key === 'href') return resolvedAddress(value, references);
  if (key === 'body' || key === 'transcript') return { type: 'doc', content: markdownBlocks(value, references) };
  return value;
}

/** An entry of a file list, the file of a video (which has a `host`) or its captions (which have a `language`). */
function documentReference(given: object, found: DocumentReference): unknown {
  const { documentId, format } = found;
  if ('host' in given) return { host: given.host, documentId, format };
  if ('language' in given && 'label' in given) return { documentId, language: given.language, label: given.label };
  return found;
}

/** Replaces `item:<id>` by the path of that item; any other address stays the same. Throws UnknownReference. */
export function resolvedAddress(address: string, { pathOf }: Pick<References, 'pathOf'>): string {
  if (!address.startsWith('item:')) return address;
  return pathOf(address.slice('item:'.length)) ?? missing(`item ${address}`);
}

function missing(what: string): never {
  throw new UnknownReference(`${what} is neither in the collection nor in the portal`);
}
