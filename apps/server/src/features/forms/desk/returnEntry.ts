import { sql } from 'kysely';
import { z } from 'zod/mini';
import { entryPath } from '@portico/contracts/forms';
import type { CallResult, Received } from '@portico/contracts/endpoint';
import type { returnDeskEntry } from '@portico/contracts/studio/formsDesk';
import { audit } from '../../../db/audit.ts';
import { readRow } from '../../../db/rows.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { found, PortalError } from '../../../errors.ts';
import { addJob } from '../../../jobs/queue.ts';
import { announce } from '../../../push/announce.ts';
import { displayName } from '../../../sign-in/displayName.ts';
import { firmDay } from '../dueEntries.ts';
import { findDeskEntry } from './deskEntries.queries.ts';

const LockedEntry = z.object({
  userId: z.uuid(),
  version: z.int(),
  assigneeId: z.nullable(z.uuid()),
  title: z.string(),
  changedBy: z.nullable(z.string()),
  isRepeated: z.boolean(),
});

/**
 * Sends an entry back to its sender, with a notification and an email that say what to change. Throws `not_found` and
 * `conflict`.
 */
export function returnEntry(
  { db, notify, config }: Pick<Dependencies, 'db' | 'notify' | 'config'>,
  actor: { id: string; now: Date },
  { formId, entryId }: { formId: string; entryId: string },
  { id: changeId, version, text }: Received<typeof returnDeskEntry>['body'],
): Promise<CallResult<typeof returnDeskEntry>> {
  return db.transaction().execute(async (trx) => {
    const entry = found(
      await readRow(
        trx,
        LockedEntry,
        sql`
          select entry.user_id as "userId", entry.desk_version as version, entry.assignee_id as "assigneeId", made.definition ->> 'title' as title,
            (select ${displayName('actor')} from form_entry_changes last join users actor on actor.id = last.actor_id
              where last.entry_id = entry.id order by last.version desc limit 1) as "changedBy",
            exists (select from form_entry_changes made where made.change_id = ${changeId} and made.entry_id = entry.id) as "isRepeated"
          from form_entries entry join form_versions made on made.form_id = entry.form_id and made.version = entry.form_version
          where entry.id = ${entryId} and entry.form_id = ${formId} for update of entry`,
      ),
      'entry',
    );
    if (!entry.isRepeated) {
      if (entry.version !== version)
        throw new PortalError(
          'conflict',
          `${entry.changedBy ?? 'Somebody'} has just changed this entry. Look at it and return it again if it is still needed.`,
        );
      await sql`
        with recorded as (
          insert into form_entry_changes (change_id, entry_id, actor_id, version, from_state, to_state, from_assignee_id, to_assignee_id, changed_at)
          select ${changeId}, id, ${actor.id}, desk_version + 1, state, 'Returned', assignee_id, assignee_id, ${actor.now}
          from form_entries where id = ${entryId}
        )
        update form_entries set state = 'Returned', return_note = ${text}, returned_at = ${actor.now}, is_return_due = true,
          desk_version = desk_version + 1, desk_changed_at = ${actor.now}
        where id = ${entryId}`.execute(trx);
      const notice = { title: `Please correct: ${entry.title}`, description: text, link: entryPath(entryId) };
      await notify(trx, [entry.userId], notice, actor.now);
      await addJob(trx, 'send-form-return', { entryId, userId: entry.userId });
      await announce(trx, 'forms', entry.userId);
      if (entry.assigneeId) await announce(trx, 'studio', entry.assigneeId);
      await audit(trx, {
        actorId: actor.id,
        action: 'form.entry-returned',
        objectKind: 'form',
        objectId: formId,
        details: { entryId },
      });
    }
    const {
      state,
      assignee,
      version: stored,
    } = (await findDeskEntry(trx, formId, entryId, firmDay(config, actor.now)))!;
    return { state, assignee, version: stored };
  });
}
