import type { DocumentFormat, ImageRef } from '@portico/contracts/media';
import { componentTree } from './markup/componentTree.ts';

export interface References {
  pictures: Map<string, ImageRef>;
  /** What a file list says of a document, or undefined when there is no such document. */
  documentOf(externalId: string): DocumentReference | undefined;
  /** The portal's path of an item, or undefined when there is no such item. */
  pathOf(externalId: string): string | undefined;
}

export interface DocumentReference {
  documentId: string;
  title: string;
  format: DocumentFormat;
  bytes: number;
}

/** A reference that leads nowhere, in words for the report. */
export class UnknownReference extends Error {
  override name = 'UnknownReference';
}

/**
 * A component as the contract has it, from one as a collection writes it: pictures, documents and items by their ids,
 * formatted text as markdown. Throws UnknownReference. It is validated when it is stored.
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
  if (key === 'body' || key === 'transcript')
    return {
      type: 'doc',
      content: componentTree(value, '', references).components.flatMap((part) =>
        part.type === 'BodyText' ? part.body.content : [],
      ),
    };
  return value;
}

/** A file list's entry, the file of a video (which says its `host`) or its captions (which say their `language`). */
function documentReference(given: object, found: DocumentReference): unknown {
  const { documentId, format } = found;
  if ('host' in given) return { host: given.host, documentId, format };
  if ('language' in given && 'label' in given) return { documentId, language: given.language, label: given.label };
  return found;
}

/** `item:<id>` becomes the path of that item, any other address stays. Throws UnknownReference. */
export function resolvedAddress(address: string, { pathOf }: Pick<References, 'pathOf'>): string {
  if (!address.startsWith('item:')) return address;
  return pathOf(address.slice('item:'.length)) ?? missing(`item ${address}`);
}

function missing(what: string): never {
  throw new UnknownReference(`${what} is neither in the collection nor in the portal`);
}
