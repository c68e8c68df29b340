import { hash } from 'node:crypto';
import { z } from 'zod/mini';
import { HOUR_S } from '@portico/contracts/durations';
import { ScimError } from './schema/scimErrors.ts';

/** How long a cursor is valid, which limits how old a half-read list can get: the server stores nothing for it. */
export const CURSOR_TIMEOUT_S = HOUR_S;

/** The last resource of a page: its sort key as text, or null without one, and what decides between equal keys. */
export interface Position {
  key: string | null;
  createdAt: string;
  id: string;
}

const Content = z.tuple([
  z.int(),
  z.nullable(z.string()),
  z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)))),
  z.uuid(),
]);

/** Ties a cursor to its list: the same kind of resource, filter and order. */
const digestOf = (list: readonly string[], content: string): string =>
  hash('sha256', JSON.stringify([...list, content]), 'base64url').slice(0, 22);

/** A cursor in the characters that RFC 9865 allows. */
export function cursorAfter({ key, createdAt, id }: Position, list: readonly string[], now: Date): string {
  const issuedAt = Math.floor(now.getTime() / 1000);
  const content = Buffer.from(JSON.stringify([issuedAt, key, createdAt, id])).toString('base64url');
  return `${content}.${digestOf(list, content)}`;
}

/** Throws ScimError `invalidCursor` for a cursor of another list or one that we did not make, and `expiredCursor`. */
export function positionOf(cursor: string, list: readonly string[], now: Date): Position {
  const [content = '', digest = '', ...rest] = cursor.split('.');
  const read = rest.length === 0 && digest === digestOf(list, content) ? contentOf(content) : undefined;
  if (!read) throw new ScimError('invalidCursor', 'The cursor is not valid for this list. Start again without one.');
  const [issuedAt, key, createdAt, id] = read;
  if (now.getTime() / 1000 - issuedAt > CURSOR_TIMEOUT_S)
    throw new ScimError('expiredCursor', 'The cursor has expired. Start again without one.');
  return { key, createdAt, id };
}

function contentOf(text: string): z.infer<typeof Content> | undefined {
  try {
    return z.safeParse(Content, JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
