import { dayIn } from '@portico/contracts/times';
import { loadSetting } from '@portico/server/config';
import { saveEventCredits } from '@portico/server/content/eventCredits';
import { createDb, createPool } from '@portico/server/db/pool';
import { saveRule, storedAudience } from '@portico/server/visibility/audienceRules';
import { z } from 'zod/mini';
import { itemIdOf } from '../content-import/itemId.ts';

/** Hours a year for everyone in these states. */
export const DemoNeed = z.strictObject({
  program: z.string(),
  state: z.optional(z.string()),
  subject: z.optional(z.string()),
  hours: z.string(),
  states: z.array(z.string()),
});
type DemoNeed = z.infer<typeof DemoNeed>;

/** The year of the needs began this long ago, and the firm's own date is that far away, so that it is never near. */
const MONTHS_BEFORE = 9;
const MONTHS_AFTER = 2;

/** Gives those who were at the demo's events their credits, and the firm its table of needs. */
export async function loadDemoCredits(databaseUrl: string, needs: DemoNeed[], now: Date): Promise<void> {
  const db = createDb(createPool({ url: databaseUrl, max: 1, prepare: false, statementTimeoutMs: 60_000 }));
  const today = dayIn(loadSetting('FIRM_TIME_ZONE', process.env), now);
  const monthsFromNow = (months: number) => {
    const date = new Date(`${today.slice(0, 7)}-01T12:00:00Z`);
    date.setUTCMonth(date.getUTCMonth() + months);
    return date.toISOString().slice(0, 10);
  };
  const start = monthsFromNow(-MONTHS_BEFORE);
  try {
    await db.transaction().execute(async (trx) => {
      const events = await trx.selectFrom('event_attendance').select('event_id').distinct().execute();
      for (const { event_id } of events) await saveEventCredits(trx, event_id);
      for (const { program, state = '', subject = '', hours, states } of needs) {
        const audience = { audience: [], audienceRule: { include: { state: states }, exclude: {} } };
        await saveRule(trx, audience);
        await trx
          .insertInto('credit_needs')
          .values({
            id: itemIdOf(`credit need ${program} ${state} ${subject}`),
            program,
            state,
            subject,
            hours,
            starts_on: start.slice(5),
            due_on: monthsFromNow(MONTHS_AFTER).slice(5),
            first_year: Number(start.slice(0, 4)) - 1,
            audience: storedAudience(audience),
            changed_at: now.toISOString(),
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
    });
  } finally {
    await db.destroy();
  }
}
