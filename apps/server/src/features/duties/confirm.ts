import { hash, randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import type { ConfirmedView, OpenedFrom } from '@portico/contracts/duties';
import type { ConfirmationQuestion } from '@portico/kinds/components/confirmation/shape';
import { lockDuties } from '../../content/duties.ts';
import { saveEventCredits } from '../../content/eventCredits.ts';
import { audit, type AuditEntry } from '../../db/audit.ts';
import type { Db } from '../../db/pool.ts';
import { Bytes, readRowOrThrow, readRows } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { found, PortalError } from '../../errors.ts';
import { CONFIRMATION_PROOF, recordProofs, type ProofRecord } from '../../proofs/recordProofs.ts';
import { announce } from '../../push/announce.ts';
import { displayName } from '../../sign-in/displayName.ts';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';
import { findItemConfirmation, receiptOf, type AskedConfirmation } from './duties.queries.ts';
import { digestsOf } from './sections.queries.ts';

interface Press {
  itemId: string;
  /** The revision that the reader saw. */
  revisionId: string;
  openedFrom: OpenedFrom;
  /** What the page showed. */
  view?: ConfirmedView | undefined;
  /** For each question, the position of the choice. */
  answers?: Array<number | null> | undefined;
  /** The digest of the sign-in. */
  session: string;
}

/**
 * Records that the reader confirms what an item asks, and returns the item's request with the record. A second call
 * changes nothing. Throws `forbidden` for a delegate who may not, `conflict` if another revision than the one they saw
 * is published, `invalid_input` if answers are not right, `not_found`. Source: decisions/0321, decisions/0337.
 */
export function confirmShown(
  db: Db,
  reader: Reader,
  press: Press,
  shown: { today: string; hasKey: boolean },
): Promise<AskedConfirmation> {
  const { itemId } = press;
  return db.transaction().execute(async (trx) => {
    // Publications of the item wait until the record is made, or it waits for them and sees what they published.
    await sql`select from content_items where id = ${itemId} for share`.execute(trx);
    await lockDuties(trx, 'shared');
    const asked = found(await findItemConfirmation(trx, reader, itemId, shown), 'confirmation');
    if (reader.actedBy !== undefined && !asked.delegatesMay)
      throw new PortalError(
        'forbidden',
        'Confirmations are personal. Only the person who must confirm this can do it.',
      );
    if (asked.confirmed) return asked;
    if (asked.revisionId !== press.revisionId)
      throw new PortalError(
        'conflict',
        'A new version was published while you had this page open. Nothing was recorded.',
      );
    assertRight(asked.questions, press.answers);
    const recorded = await record(trx, reader, asked, press);
    const closing = { closed_at: reader.now.toISOString(), closed_because: 'Confirmed' };
    if (recorded) {
      const closed = await trx
        .updateTable('duties')
        .set({ ...closing, round_id: asked.roundId })
        .where('item_id', '=', itemId)
        .where('user_id', '=', reader.id)
        .where('closed_at', 'is', null)
        .executeTakeFirst();
      // They joined the audience a moment ago.
      if (closed.numUpdatedRows === 0n)
        await trx
          .insertInto('duties')
          .values({
            item_id: itemId,
            user_id: reader.id,
            round_id: asked.roundId,
            due_date: asked.dueDate,
            opened_at: reader.now.toISOString(),
            ...closing,
          })
          .execute();
      await announce(trx, 'todo', reader.id);
      if (asked.onlyAttended) await saveEventCredits(trx, itemId, reader.id);
    }
    const answer = found(await findItemConfirmation(trx, reader, itemId, shown), 'confirmation');
    if (!recorded || !answer.confirmed) return answer;
    // Entries of both logs wait for each other until they commit, so these are the last statements.
    const [receipt] = await recordProofs(trx, [recorded.proof]);
    await audit(trx, recorded.entry);
    return { ...answer, confirmed: { ...answer.confirmed, ...receiptOf(receipt, shown.hasKey) } };
  });
}

/** Throws `invalid_input` with an issue for each question that is not answered right. Source: decisions/0364. */
function assertRight(questions: ConfirmationQuestion[], answers: Press['answers'] = []): void {
  const issues = questions.flatMap(({ choices, explanation }, index) => {
    const choice = choices[answers[index] ?? -1];
    if (choice?.isRight) return [];
    const message = choice === undefined ? 'Choose an answer.' : explanation?.trim() || 'This is not right.';
    return [{ path: `answers.${index}`, message }];
  });
  if (issues.length > 0)
    throw new PortalError('invalid_input', 'Not every answer is right. Please try again.', { issues });
}

const SeenRow = z.object({
  subject: z.string(),
  issuer: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  kind: z.string(),
  title: z.string(),
  sha256: Bytes,
  round: z.int(),
});
const DelegateRow = z.object({
  id: z.uuid(),
  issuer: z.string(),
  subject: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
});

/** Who confirms for the reader; undefined if they do it themselves. */
async function findDelegate(
  trx: Transaction<DB>,
  { actedBy }: Reader,
): Promise<z.infer<typeof DelegateRow> | undefined> {
  if (actedBy === undefined) return undefined;
  return readRowOrThrow(
    trx,
    DelegateRow,
    sql`select person.id, person.issuer, person.subject, coalesce(${displayName('person')}, person.email, '') as name, person.email
      from users person where person.id = ${actedBy}`,
  );
}

const FileRow = z.object({ id: z.uuid(), title: z.string(), sha256: Bytes });

/** Writes the record, unless another call just did. Returns its entry for the audit log and its proof. */
async function record(
  trx: Transaction<DB>,
  reader: Reader,
  { revisionId, revision, roundId, statement, dueDate, reason, changes, questions }: AskedConfirmation,
  { itemId, openedFrom, view = 'Page', session, answers = [] }: Press,
): Promise<{ entry: AuditEntry; proof: ProofRecord } | undefined> {
  const { subject, issuer, name, email, kind, title, sha256, round } = await readRowOrThrow(
    trx,
    SeenRow,
    sql`
      select person.subject, person.issuer, coalesce(${displayName('person')}, '') as name, person.email, item.kind, rev.header as title,
        revision_sha256(rev) as sha256, (select number from confirmation_rounds where id = ${roundId}) as round
      from content_items item join content_revisions rev on rev.id = item.published_revision_id
      join users person on person.id = ${reader.id} where item.id = ${itemId}`,
  );
  const files = await readRows(
    trx,
    FileRow,
    sql`
      select item.id, item.title, file.sha256 from content_items item join files file on file.id = item.file_id
      where item.id::text in (
        select shown #>> '{}' from content_revisions rev
        cross join jsonb_path_query(jsonb_build_array(rev.components, rev.details), '$.**.documentId') shown where rev.id = ${revisionId})
      and ${visibleTo(reader)} order by item.id`,
  );
  const pictures = await readRows(
    trx,
    z.object({ id: z.uuid(), sha256: Bytes }),
    sql`select picture.id, picture.sha256 from published_pictures shown join pictures picture on picture.id = shown.picture_id
      where shown.revision_id = ${revisionId} order by picture.id`,
  );
  const sections = await digestsOf(trx, revisionId);
  const delegate = await findDelegate(trx, reader);
  const id = randomUUID();
  const fields = {
    id,
    // Only what a delegate confirmed has this field.
    ...(delegate && { confirmedBy: delegate }),
    person: { id: reader.id, issuer, subject, name, email },
    item: { id: itemId, kind, title },
    revision: { id: revisionId, number: revision, sha256: sha256.toString('hex') },
    files: files.map((file) => ({ ...file, sha256: file.sha256.toString('hex') })),
    pictures: pictures.map((picture) => ({ ...picture, sha256: picture.sha256.toString('hex') })),
    sections,
    changes: changes && { ...changes, shown: view },
    statement,
    // Of this revision. Only what had questions has this field.
    ...(questions.length > 0 && {
      answers: questions.map(({ question, choices }, index) => ({ question, answer: choices[answers[index]!]!.text })),
    }),
    dueDate,
    round,
    reason,
    openedFrom,
    session,
    confirmedAt: reader.now.toISOString(),
  };
  const text = JSON.stringify({ type: 'portico-confirmation-2', ...fields });
  const digest = hash('sha256', text, 'buffer');
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('confirmations')
    .values({
      id,
      round_id: roundId,
      item_id: itemId,
      user_id: reader.id,
      revision_id: revisionId,
      confirmed_at: reader.now.toISOString(),
      record: text,
      sha256: digest,
    })
    .onConflict((conflict) => conflict.columns(['round_id', 'user_id']).doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) return undefined;
  return {
    entry: {
      actorId: reader.actedBy ?? reader.id,
      action: `${kind}.confirmed`,
      objectKind: kind,
      objectId: itemId,
      details: { record: id, sha256: digest.toString('hex'), revision, ...(delegate && { for: reader.id }) },
    },
    proof: { userId: reader.id, itemId, type: CONFIRMATION_PROOF, version: 2, fields },
  };
}
