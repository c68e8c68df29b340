import { hash } from 'node:crypto';
import { DAY_MS } from '@portico/contracts/durations';
import { dayIn } from '@portico/contracts/times';
import { topicLabel } from '@portico/kinds/credits';
import { loadSetting } from '@portico/server/config';
import { createDb, createPool } from '@portico/server/db/pool';
import { addStep, saveClaim, setStatus } from '@portico/server/features/duties/claims.queries';
import { writePdf } from '@portico/server/pdf/writePdf';
import { z } from 'zod/mini';
import { itemIdOf } from '../content-import/itemId.ts';

/** What an account has earned elsewhere and entered the day after; it waits unless there is a decision. */
export const DemoClaim = z.strictObject({
  account: z.string(),
  title: z.string(),
  provider: z.string(),
  program: z.string(),
  state: z.string(),
  subject: z.string(),
  hours: z.string(),
  daysAgo: z.int(),
  decision: z.optional(z.enum(['Accepted', 'Returned', 'Rejected'])),
  reason: z.optional(z.string()),
});
type DemoClaim = z.infer<typeof DemoClaim>;

/** Enters credits that accounts earned elsewhere, with certificates, and decides about some as the editor. */
export async function loadDemoClaims(databaseUrl: string, claims: DemoClaim[], now: Date): Promise<void> {
  const db = createDb(createPool({ url: databaseUrl, max: 1, prepare: false, statementTimeoutMs: 60_000 }));
  const dayBefore = (days: number) =>
    dayIn(loadSetting('FIRM_TIME_ZONE', process.env), new Date(now.getTime() - days * DAY_MS));
  const findAccount = (name: string) =>
    db
      .selectFrom('users')
      .select(['id', 'given_name', 'surname'])
      .where('email', '=', `${name}@portico.test`)
      .executeTakeFirst();
  try {
    const officer = await findAccount('editor');
    for (const { account, daysAgo, decision, reason = null, ...course } of claims) {
      const id = itemIdOf(`credit claim ${account} ${course.title}`);
      const person = await findAccount(account);
      const isLoaded = await db.selectFrom('credit_claims').select('id').where('id', '=', id).executeTakeFirst();
      if (!officer || !person || isLoaded) continue;
      const enteredAt = new Date(now.getTime() - (daysAgo - 1) * DAY_MS);
      const content = await writePdf({
        title: `Certificate: ${course.title}`,
        author: course.provider,
        createdAt: enteredAt,
        blocks: [
          { is: 'title', text: 'Certificate of completion' },
          {
            is: 'text',
            text: `${course.provider} certifies that ${person.given_name} ${person.surname} completed “${course.title}” on ${dayBefore(daysAgo)}: ${topicLabel(course)}, ${course.hours} h.`,
          },
        ],
      });
      const { id: fileId } = await db
        .insertInto('credit_files')
        .values({
          user_id: person.id,
          file_name: 'certificate.pdf',
          media_type: 'application/pdf',
          sha256: hash('sha256', content, 'buffer'),
          content,
          added_at: enteredAt.toISOString(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const claim = { ...course, day: dayBefore(daysAgo), fileId };
      await saveClaim(db, { id: person.id, now: enteredAt }, { id, version: null, claim }, dayBefore(0));
      if (decision)
        await db.transaction().execute(async (trx) => {
          const decidedAt = new Date(enteredAt.getTime() + 2 * DAY_MS);
          await setStatus(trx, id, { status: decision, reason, now: decidedAt });
          await addStep(trx, id, { action: decision, byId: officer.id, reason, now: decidedAt });
        });
    }
  } finally {
    await db.destroy();
  }
}
