import { sql, type Kysely } from 'kysely';
import { z } from 'zod/mini';
import {
  MAX_PINNED_CHANGES,
  PinnedChangeKind,
  type PinnedAnswerList,
  type PinnedItem,
} from '@portico/contracts/pinnedAnswers';
import { itemPath } from '../../../content/itemPath.ts';
import { Instant, readRowOrThrow, readRows, storedJson } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import { displayName } from '../../../sign-in/displayName.ts';
import { isShown } from '../../../visibility/visibility.ts';

/** An answer as the history stores it. */
export interface StoredAnswer {
  id: string;
  terms: string[];
  itemIds: string[];
}

const AnswerRow = z.object({ id: z.uuid(), terms: z.array(z.string()), itemIds: z.array(z.uuid()) });

/** All answers, by their first term. */
export function listAnswers(db: Kysely<DB>): Promise<StoredAnswer[]> {
  return readRows(
    db,
    AnswerRow,
    sql`select id, terms, item_ids as "itemIds" from pinned_answers order by lower(terms[1]), id`,
  );
}

const ChangeRow = z.object({
  id: z.int(),
  kind: PinnedChangeKind,
  before: storedJson<StoredAnswer[]>(),
  after: storedJson<StoredAnswer[]>(),
  madeAt: Instant,
  madeBy: z.nullable(z.string()),
  undoneAt: z.nullable(Instant),
  undoneBy: z.nullable(z.string()),
});
export type StoredChange = z.infer<typeof ChangeRow>;

/** The changes that `where` selects, the latest first. */
export function listChanges(db: Kysely<DB>, where = sql<boolean>`true`): Promise<StoredChange[]> {
  return readRows(
    db,
    ChangeRow,
    sql`
      select change.id, change.kind, change.before, change.after, change.made_at as "madeAt",
        (select ${displayName('person')} from users person where person.id = change.made_by) as "madeBy", change.undone_at as "undoneAt",
        (select ${displayName('person')} from users person where person.id = change.undone_by) as "undoneBy"
      from pinned_answer_changes change where ${where} order by change.id desc limit ${MAX_PINNED_CHANGES}`,
  );
}

export async function readVersion(db: Kysely<DB>): Promise<number> {
  const { version } = await readRowOrThrow(
    db,
    z.object({ version: z.int() }),
    sql`select (count(*) + count(undone_at))::int as version from pinned_answer_changes`,
  );
  return version;
}

const ItemRow = z.object({
  itemId: z.uuid(),
  title: z.string(),
  kind: z.string(),
  path: z.nullable(z.string()),
  isShown: z.boolean(),
});

/** What editors call these items, and whether their audience sees them. */
async function itemsOf(db: Kysely<DB>, answers: readonly StoredAnswer[], now: Date): Promise<Map<string, PinnedItem>> {
  const rows = await readRows(
    db,
    ItemRow,
    sql`
      select item.id as "itemId", coalesce(item.title, '') as title, item.kind, ${itemPath} as path, coalesce(${isShown(now)}, false) as "isShown"
      from content_items item where item.id = any (${answers.flatMap(({ itemIds }) => itemIds)}::uuid[])`,
  );
  return new Map(
    rows.map(({ isShown: isVisible, ...item }) => [item.itemId, { ...item, state: isVisible ? 'Shown' : 'Hidden' }]),
  );
}

/** All answers with what was done. `mayUndo` is true for a change whose answers are still as it left them. */
export async function readList(db: Kysely<DB>, now: Date): Promise<PinnedAnswerList> {
  const [answers, changes, version] = [await listAnswers(db), await listChanges(db), await readVersion(db)];
  const items = await itemsOf(db, answers, now);
  const deleted = (itemId: string): PinnedItem => ({ itemId, title: '', kind: '', path: null, state: 'Deleted' });
  return {
    version,
    answers: answers.map(({ id, terms, itemIds }) => ({
      id,
      terms,
      items: itemIds.map((itemId) => items.get(itemId) ?? deleted(itemId)),
    })),
    changes: changes.map(({ before, after, ...change }) => ({
      ...change,
      terms: (before[0] ?? after[0])?.terms ?? [],
      termsAfter: after[0]?.terms ?? [],
      mayUndo: canUndo({ before, after, ...change }, answers),
    })),
  };
}

/** Whether the answers of a change are still as it left them. */
export function canUndo(
  { before, after, undoneAt }: Pick<StoredChange, 'before' | 'after' | 'undoneAt'>,
  answers: readonly StoredAnswer[],
): boolean {
  if (undoneAt !== null) return false;
  const current = new Map(answers.map((answer) => [answer.id, answer]));
  const left = new Map(after.map((answer) => [answer.id, answer]));
  return [...before, ...after].every(({ id }) => isSame(current.get(id), left.get(id)));
}

const isSame = (one: StoredAnswer | undefined, other: StoredAnswer | undefined): boolean =>
  contentOf(one) === contentOf(other);
const contentOf = (answer: StoredAnswer | undefined): string =>
  answer === undefined ? '' : JSON.stringify([answer.terms, answer.itemIds]);
