import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { hash } from 'node:crypto';
import type { CallResult, Endpoint } from '@portico/contracts/endpoint';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod/mini';
import {
  articleReader,
  type ArticleShape,
  type Revisions,
  type WithStored,
  type StoredComponents,
} from '../../content/findArticle.ts';
import type { ItemKind, fieldsOf } from '@portico/kinds/items';
import type { Db } from '../../db/pool.ts';
import type { Reader } from '../../visibility/visibility.ts';
import { acceptsBrotli, MIN_COMPRESSED_BYTES } from './compression.ts';
import { JsonAnswer } from './jsonAnswer.ts';
import { serializerOf } from './schemas.ts';
import type { TreeName } from '@portico/contracts/studio/draft';

/** Enough for about two thousand items of usual length. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Memory for the keys and objects of one response. */
const ENTRY_BYTES = 500;
/** A response is compressed once and sent many times. */
const compress = promisify(brotliCompress);
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

/** Who makes the request, and the database to read from. */
interface ReadBy {
  reader: Reader;
  reads: Db;
}

interface Remembered {
  itemId: string;
  plain: JsonAnswer;
  brotli?: JsonAnswer;
}

/**
 * Responds to calls for a published item. Its revision and those of its related items never change, so a response made
 * of the same revisions is sent again to anyone; only the visibility rule runs for each call. It therefore accepts only
 * responses whose fields are those of revisions: one that differs between people does not compile. The answer is
 * undefined if the reader may not see the item.
 */
export function articleAnswers<E extends Endpoint, Kind extends ItemKind, Row extends z.ZodMiniObject>(
  endpoint: E,
  shape: ArticleShape<Kind, Row, RevisionFields<Kind, CallResult<E>>>,
): (by: ReadBy, id: string, request: FastifyRequest) => Promise<JsonAnswer | undefined> {
  /** The items of remembered responses; to look for one of any other item would take a statement in vain. */
  const answered = new Set<string>();
  const remembered = new LRUCache<string, Remembered>({
    maxSize: MAX_BYTES,
    dispose: ({ itemId }, _key, reason) => {
      if (reason === 'evict') answered.delete(itemId);
    },
    sizeCalculation: ({ plain, brotli }) => plain.body.length + (brotli?.body.length ?? 0) + ENTRY_BYTES,
  });
  const { readRevisions, readArticle } = articleReader(shape);
  const keyOf = (revisions: Revisions): string => revisions.join();

  async function read({ reads, reader }: ReadBy, id: string): Promise<[key: string, Remembered] | undefined> {
    if (answered.has(id)) {
      const revisions = await readRevisions(reads, reader, id);
      if (revisions === undefined) return undefined;
      const known = remembered.get(keyOf(revisions));
      if (known) return [keyOf(revisions), known];
    }
    const found = await readArticle(reads, reader, id);
    if (found === undefined) return undefined;
    const { body, etag } = answerAsStored(endpoint, found as WithStored<CallResult<E>>);
    const answer = { itemId: id, plain: new JsonAnswer(Buffer.from(body), { etag }) };
    // What the reader may see can have changed since the revisions were read.
    const key = keyOf(found.components.revisions);
    remembered.set(key, answer);
    answered.add(id);
    return [key, answer];
  }

  return async (by, id, { headers }) => {
    const answer = await read(by, id);
    if (answer === undefined) return undefined;
    const [key, { itemId, plain, brotli }] = answer;
    if (plain.body.length < MIN_COMPRESSED_BYTES || !acceptsBrotli(headers['accept-encoding'])) return plain;
    if (brotli) return brotli;
    const compressed = new JsonAnswer(await compress(plain.body, brotliOptions), { etag: plain.etag, isBrotli: true });
    remembered.set(key, { itemId, plain, brotli: compressed });
    return compressed;
  };
}

const restSchemas = new WeakMap<Endpoint, z.core.$ZodType>();

/**
 * The response of a call with its components as they are stored, without parsing and serializing their JSON. A
 * published revision never changes, so the digest of everything else plus the revision's id identifies the response.
 */
function answerAsStored<E extends Endpoint>(endpoint: E, found: WithStored<CallResult<E>>): JsonAnswer {
  const { components, ...rest } = found;
  const { json, revisions }: StoredComponents = components;
  const start = serializerOf(restSchemaOf(endpoint))({ ...rest, revisionId: revisions[0] });
  return new JsonAnswer(`${start.slice(0, -1)},"components":${json}}`, {
    etag: `W/"${hash('sha1', `${revisions[0]}${start}`, 'base64url')}"`,
  });
}

function restSchemaOf(endpoint: Endpoint): z.core.$ZodType {
  let schema = restSchemas.get(endpoint);
  if (schema === undefined) {
    schema = z.omit(endpoint.response as z.ZodMiniObject<{ components: z.ZodMiniType }>, { components: true });
    restSchemas.set(endpoint, schema);
  }
  return schema;
}

/** What a response can take from revisions of an item and its related items: the same for all who see them. */
type RevisionField<Kind extends ItemKind> =
  | 'id'
  | 'revisionId'
  | 'related'
  | 'creatorInfo'
  | TreeName
  | Exclude<keyof (typeof fieldsOf)[Kind], 'audience' | 'audienceRule'>;

/** An item, or nothing that can be satisfied if one of its fields, or of its related items, is not of a revision. */
type RevisionFields<Kind extends ItemKind, Item> = Item extends { related: Array<infer Related> }
  ? [Exclude<keyof Item | keyof Related, RevisionField<Kind>>] extends [never]
    ? Item
    : { notOfARevision: Exclude<keyof Item | keyof Related, RevisionField<Kind>> }
  : never;
