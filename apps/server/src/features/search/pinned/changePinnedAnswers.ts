import { sql, type Transaction } from 'kysely';
import {
  MAX_PINNED_ANSWERS,
  MAX_PINNED_ITEMS,
  MAX_PINNED_TERMS,
  type changePinnedAnswers,
  type PinnedAnswerList,
} from '@portico/contracts/pinnedAnswers';
import type { Received } from '@portico/contracts/endpoint';
import { MIN_TERM_LENGTH } from '@portico/contracts/search';
import { audit } from '../../../db/audit.ts';
import type { Db } from '../../../db/pool.ts';
import type { DB } from '../../../db/schema.generated.ts';
import { found, PortalError } from '../../../errors.ts';
import { searchedKinds } from '../../../search/index/indexItems.ts';
import { normalizeWords } from '../../../search/index/tokens.ts';
import type { StudioActor } from '../../studio/access/actor.ts';
import {
  canUndo,
  listAnswers,
  listChanges,
  readList,
  readVersion,
  type StoredAnswer,
} from './pinnedAnswers.queries.ts';

type Change = Received<typeof changePinnedAnswers>['body']['change'];
type Kind = 'Add' | 'Change' | 'Merge' | 'Retire';

interface Outcome {
  kind: Kind;
  before: StoredAnswer[];
  after: StoredAnswer[];
}

const pastOf: Record<Kind, string> = { Add: 'added', Change: 'changed', Merge: 'merged', Retire: 'retired' };

/**
 * Applies a change; searches of all processes follow it at once. Throws `conflict` if someone else changed answers
 * since `version`, or another answer has a term, and `invalid_input` for a term or item that can't be pinned.
 */
export function changeAnswers(
  db: Db,
  { version, change }: { version: number; change: Change },
  actor: StudioActor,
): Promise<PinnedAnswerList> {
  return db.transaction().execute(async (trx) => {
    const answers = await lockAnswers(trx, version);
    const outcome = outcomeOf(answers, change);
    if (change.do === 'Save') {
      assertSearchable(change.terms);
      const kept = outcome.before.flatMap(({ itemIds }) => itemIds);
      await assertPublished(
        trx,
        change.itemIds.filter((id) => !kept.includes(id)),
      );
    }
    await saveAnswers(trx, answers, outcome);
    await trx
      .insertInto('pinned_answer_changes')
      .values({
        kind: outcome.kind,
        before: JSON.stringify(outcome.before),
        after: JSON.stringify(outcome.after),
        made_by: actor.id,
        made_at: actor.now,
      })
      .execute();
    const { before, after } = outcome;
    await audit(trx, {
      actorId: actor.id,
      action: `pinned-answer.${pastOf[outcome.kind]}`,
      objectKind: 'pinned-answer',
      objectId: change.id,
      details: { before: JSON.stringify(before), after: JSON.stringify(after) },
    });
    return readList(trx, actor.now);
  });
}

/** Gives the answers of a change back as they were before. Throws `not_found`, and `conflict` like `changeAnswers`. */
export function undoChange(
  db: Db,
  { changeId, version }: { changeId: number; version: number },
  actor: StudioActor,
): Promise<PinnedAnswerList> {
  return db.transaction().execute(async (trx) => {
    const answers = await lockAnswers(trx, version);
    const [stored] = await listChanges(trx, sql<boolean>`change.id = ${changeId}`);
    const change = found(stored, 'change');
    if (!canUndo(change, answers))
      throw new PortalError('conflict', 'This can no longer be undone, because the answer was changed again since.');
    const { before, after } = change;
    await saveAnswers(trx, answers, { before: after, after: before });
    await trx
      .updateTable('pinned_answer_changes')
      .set({ undone_by: actor.id, undone_at: actor.now.toISOString() })
      .where('id', '=', changeId)
      .execute();
    await audit(trx, {
      actorId: actor.id,
      action: 'pinned-answer.change-undone',
      objectKind: 'pinned-answer',
      objectId: (before[0] ?? after[0])!.id,
      details: { before: JSON.stringify(before), after: JSON.stringify(after) },
    });
    return readList(trx, actor.now);
  });
}

/** Locks the answers until the transaction ends, and returns them. Throws `conflict`. */
async function lockAnswers(trx: Transaction<DB>, version: number): Promise<StoredAnswer[]> {
  await sql`lock table pinned_answer_changes in share row exclusive mode`.execute(trx);
  if ((await readVersion(trx)) !== version)
    throw new PortalError('conflict', 'Someone else changed pinned answers while you were looking at them.');
  return listAnswers(trx);
}

function outcomeOf(answers: readonly StoredAnswer[], change: Change): Outcome {
  const current = answers.find(({ id }) => id === change.id);
  if (change.do === 'Save') {
    const saved = { id: change.id, terms: uniqueTerms(change.terms), itemIds: [...new Set(change.itemIds)] };
    if (!current && answers.length >= MAX_PINNED_ANSWERS)
      throw new PortalError('conflict', `There can be ${MAX_PINNED_ANSWERS} pinned answers. Retire one first.`);
    return { kind: current ? 'Change' : 'Add', before: current ? [current] : [], after: [saved] };
  }
  const merged = found(current, 'answer');
  if (change.do === 'Retire') return { kind: 'Retire', before: [merged], after: [] };
  const into = found(
    answers.find(({ id }) => id === change.into && id !== change.id),
    'answer',
  );
  const terms = uniqueTerms([...into.terms, ...merged.terms]);
  const itemIds = [...new Set([...into.itemIds, ...merged.itemIds])];
  if (terms.length > MAX_PINNED_TERMS)
    throw new PortalError('conflict', `Together they would have more than ${MAX_PINNED_TERMS} terms.`);
  if (itemIds.length > MAX_PINNED_ITEMS)
    throw new PortalError('conflict', `Together they would have more than ${MAX_PINNED_ITEMS} items.`);
  return { kind: 'Merge', before: [merged, into], after: [{ id: into.id, terms, itemIds }] };
}

/** The first spelling of each term. */
const uniqueTerms = (terms: readonly string[]): string[] =>
  [...new Map(terms.toReversed().map((term) => [normalizeWords(term), term])).values()].toReversed();

/** Replaces the answers `before` by those `after`. Throws `conflict` if another answer has a term. */
async function saveAnswers(
  trx: Transaction<DB>,
  answers: readonly StoredAnswer[],
  { before, after }: Pick<Outcome, 'before' | 'after'>,
): Promise<void> {
  const replaced = new Set([...before, ...after].map(({ id }) => id));
  const others = answers.filter(({ id }) => !replaced.has(id));
  for (const { terms } of after) assertFree(terms, others);
  if (before.length > 0)
    await trx
      .deleteFrom('pinned_answers')
      .where(
        'id',
        'in',
        before.map(({ id }) => id),
      )
      .execute();
  if (after.length > 0)
    await trx
      .insertInto('pinned_answers')
      .values(
        after.map(({ id, terms, itemIds }) => ({ id, terms, words: terms.map(normalizeWords), item_ids: itemIds })),
      )
      .execute();
}

function assertFree(terms: readonly string[], others: readonly StoredAnswer[]): void {
  const words = new Map(others.flatMap((other) => other.terms.map((term) => [normalizeWords(term), term])));
  const taken = terms.find((term) => words.has(normalizeWords(term)));
  if (taken !== undefined)
    throw new PortalError('conflict', `“${taken}” already has a pinned answer. Change that one, or merge the two.`);
}

/** Readers can't search for less. */
function assertSearchable(terms: readonly string[]): void {
  const invalid = (message: string) =>
    new PortalError('invalid_input', message, { issues: [{ path: 'change.terms', message }] });
  for (const term of terms) {
    const words = normalizeWords(term);
    if (words === '') throw invalid(`“${term}” has no letters or digits.`);
    if ([...term].length >= MIN_TERM_LENGTH || /\d/.test(words)) continue;
    throw invalid(
      `“${term}” is too short to search for. Add it as an abbreviation, and pin the answer to its meaning.`,
    );
  }
}

async function assertPublished(trx: Transaction<DB>, itemIds: readonly string[]): Promise<void> {
  if (itemIds.length === 0) return;
  const rows = await trx
    .selectFrom('content_items')
    .select('id')
    .where('id', 'in', [...itemIds])
    .where('kind', 'in', [...searchedKinds])
    .where('published_revision_id', 'is not', null)
    .execute();
  if (rows.length === new Set(itemIds).size) return;
  const message = 'Choose items that are published.';
  throw new PortalError('invalid_input', message, { issues: [{ path: 'change.itemIds', message }] });
}
