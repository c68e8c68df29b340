import type { NewAbbreviation } from '@portico/contracts/abbreviations';
import type { Abbreviation } from '@portico/contracts/search';
import { sql, type Kysely } from 'kysely';
import { z } from 'zod/mini';
import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/pool.ts';
import { readRow } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { PortalError, found } from '../../errors.ts';
import { normalizeWords } from '../../search/index/tokens.ts';
import type { Reader } from '../../visibility/visibility.ts';
import { recordChange, type StoredAbbreviation } from './abbreviationHistory.ts';

type Input = z.output<typeof NewAbbreviation>;
type Actor = Pick<Reader, 'id' | 'now'>;

const columns = ['id', 'abbreviation', 'meaning', 'version'] as const;
const UNIQUE_VIOLATION = '23505';

const storedOf = ({ id, abbreviation, meaning }: Abbreviation): StoredAbbreviation => ({ id, abbreviation, meaning });

const UsesRow = z.object({ searches: z.int(), isPinned: z.boolean(), abbreviation: z.string() });

/** How often it was searched for since a day, and whether a pinned answer has it. Throws `not_found`. */
export async function readUses(db: Db, id: string, since: string): Promise<z.infer<typeof UsesRow>> {
  const row = await readRow(
    db,
    UsesRow,
    sql`
      select known.abbreviation, exists (select from pinned_answers answer where answer.words @> array[known.abbreviation_words]) as "isPinned",
        (select coalesce(sum(counted.searches), 0)::int from search_term_counts counted
          where counted.term = known.abbreviation_words and counted.day >= ${since}::date) as searches
      from search_abbreviations known where known.id = ${id}`,
  );
  return found(row, 'abbreviation');
}

export function listAbbreviationsByName(db: Db): Promise<Abbreviation[]> {
  return db.selectFrom('search_abbreviations').select(columns).orderBy('abbreviation_words').execute();
}

/**
 * Throws `conflict` when the abbreviation exists in any spelling, and `invalid_input` for one without letters or
 * digits.
 */
export function addAbbreviation(db: Db, actor: Actor, input: Input): Promise<Abbreviation> {
  return rejectDuplicates(
    db.transaction().execute(async (trx) => {
      const added = await trx
        .insertInto('search_abbreviations')
        .values(toRow(input))
        .returning(columns)
        .executeTakeFirstOrThrow();
      await recordChange(trx, { kind: 'Add', before: null, after: storedOf(added) }, actor);
      await audit(trx, {
        actorId: actor.id,
        action: 'abbreviation.added',
        objectKind: 'abbreviation',
        objectId: added.id,
        details: { ...input },
      });
      return added;
    }),
  );
}

/** Throws `not_found`, and `conflict` when someone else has changed the abbreviation or the new one already exists. */
export function changeAbbreviation(
  db: Db,
  actor: Actor,
  id: string,
  { version, ...input }: Input & { version: number },
): Promise<Abbreviation> {
  return rejectDuplicates(
    db.transaction().execute(async (trx) => {
      const current = await lock(trx, id, version);
      return write(trx, { kind: 'Change', current, input }, actor);
    }),
  );
}

/**
 * Gives an abbreviation the meaning of another one. Throws `not_found`, and `conflict` when someone else has changed it
 * or both mean the same already.
 */
export function mergeInto(
  db: Db,
  actor: Actor,
  id: string,
  { version, into }: { version: number; into: string },
): Promise<Abbreviation> {
  return db.transaction().execute(async (trx) => {
    const current = await lock(trx, id, version);
    const kept = await trx.selectFrom('search_abbreviations').select(columns).where('id', '=', into).executeTakeFirst();
    const { meaning } = found(kept, 'abbreviation');
    if (normalizeWords(meaning) === normalizeWords(current.meaning))
      throw new PortalError('conflict', 'These two mean the same already.');
    return write(trx, { kind: 'Merge', current, input: { abbreviation: current.abbreviation, meaning } }, actor);
  });
}

async function lock(trx: Kysely<DB>, id: string, version: number): Promise<Abbreviation> {
  const current = found(
    await trx.selectFrom('search_abbreviations').select(columns).where('id', '=', id).forUpdate().executeTakeFirst(),
    'abbreviation',
  );
  if (current.version !== version)
    throw new PortalError('conflict', 'Someone else changed this abbreviation while you were editing it.');
  return current;
}

const pastOf = { Change: 'changed', Merge: 'merged' };

interface Writing {
  kind: 'Change' | 'Merge';
  current: Abbreviation;
  input: Input;
}

async function write(trx: Kysely<DB>, { kind, current, input }: Writing, actor: Actor): Promise<Abbreviation> {
  const changed = await trx
    .updateTable('search_abbreviations')
    .set({ ...toRow(input), version: current.version + 1 })
    .where('id', '=', current.id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  await recordChange(trx, { kind, before: storedOf(current), after: storedOf(changed) }, actor);
  await audit(trx, {
    actorId: actor.id,
    action: `abbreviation.${pastOf[kind]}`,
    objectKind: 'abbreviation',
    objectId: current.id,
    details: { ...input, version: changed.version },
  });
  return changed;
}

/** Throws `not_found`. */
export function removeAbbreviation(db: Db, actor: Actor, id: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const removed = found(
      await trx.deleteFrom('search_abbreviations').where('id', '=', id).returning(columns).executeTakeFirst(),
      'abbreviation',
    );
    await recordChange(trx, { kind: 'Remove', before: storedOf(removed), after: null }, actor);
    await audit(trx, {
      actorId: actor.id,
      action: 'abbreviation.removed',
      objectKind: 'abbreviation',
      objectId: id,
      details: { abbreviation: removed.abbreviation },
    });
  });
}

/** Throws `invalid_input` for one without letters or digits. */
export function toRow({ abbreviation, meaning }: Input) {
  const [abbreviation_words, meaning_words] = [normalizeWords(abbreviation), normalizeWords(meaning)];
  if (abbreviation_words === '' || meaning_words === '')
    throw new PortalError('invalid_input', 'An abbreviation and its meaning need letters or digits.');
  return { abbreviation, meaning, abbreviation_words, meaning_words };
}

export async function rejectDuplicates<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
    throw new PortalError('conflict', 'This abbreviation already exists.', { cause: error });
  }
}
