import type { NewAbbreviation } from '@portico/contracts/abbreviations';
import type { Abbreviation } from '@portico/contracts/search';
import type { z } from 'zod/mini';
import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/pool.ts';
import { PortalError, found } from '../../errors.ts';
import { normalizeWords } from '../../search/index/tokens.ts';

type Input = z.output<typeof NewAbbreviation>;

const columns = ['id', 'abbreviation', 'meaning', 'version'] as const;
const UNIQUE_VIOLATION = '23505';

export function listAbbreviationsByName(db: Db): Promise<Abbreviation[]> {
  return db.selectFrom('search_abbreviations').select(columns).orderBy('abbreviation_words').execute();
}

/**
 * Throws `conflict` when the abbreviation exists in any spelling, and `invalid_input` for one without letters or
 * digits.
 */
export function addAbbreviation(db: Db, actorId: string, input: Input): Promise<Abbreviation> {
  return rejectDuplicates(
    db.transaction().execute(async (trx) => {
      const added = await trx
        .insertInto('search_abbreviations')
        .values(toRow(input))
        .returning(columns)
        .executeTakeFirstOrThrow();
      await audit(trx, {
        actorId,
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
  actorId: string,
  id: string,
  { version, ...input }: Input & { version: number },
): Promise<Abbreviation> {
  return rejectDuplicates(
    db.transaction().execute(async (trx) => {
      const current = found(
        await trx
          .selectFrom('search_abbreviations')
          .select('version')
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst(),
        'abbreviation',
      );
      if (current.version !== version)
        throw new PortalError('conflict', 'Someone else changed this abbreviation while you were editing it.');
      const changed = await trx
        .updateTable('search_abbreviations')
        .set({ ...toRow(input), version: version + 1 })
        .where('id', '=', id)
        .returning(columns)
        .executeTakeFirstOrThrow();
      await audit(trx, {
        actorId,
        action: 'abbreviation.changed',
        objectKind: 'abbreviation',
        objectId: id,
        details: { ...input, version: changed.version },
      });
      return changed;
    }),
  );
}

/** Throws `not_found`. */
export function removeAbbreviation(db: Db, actorId: string, id: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { abbreviation } = found(
      await trx.deleteFrom('search_abbreviations').where('id', '=', id).returning('abbreviation').executeTakeFirst(),
      'abbreviation',
    );
    await audit(trx, {
      actorId,
      action: 'abbreviation.removed',
      objectKind: 'abbreviation',
      objectId: id,
      details: { abbreviation },
    });
  });
}

function toRow({ abbreviation, meaning }: Input) {
  const [abbreviation_words, meaning_words] = [normalizeWords(abbreviation), normalizeWords(meaning)];
  if (abbreviation_words === '' || meaning_words === '')
    throw new PortalError('invalid_input', 'An abbreviation and its meaning need letters or digits.');
  return { abbreviation, meaning, abbreviation_words, meaning_words };
}

async function rejectDuplicates<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
    throw new PortalError('conflict', 'This abbreviation already exists.', { cause: error });
  }
}
