import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyRule } from '@portico/authoring/audience';
import { DAY_MS } from '@portico/contracts/durations';
import { dayAfter, dayIn } from '@portico/contracts/times';
import {
  ConfirmationQuestion,
  ReminderSchedule,
  type Confirmation,
} from '@portico/kinds/components/confirmation/shape';
import { demoAccounts } from '@portico/dev-identity/demoAccounts';
import type { ContentKind } from '@portico/server/content/details';
import { isAskedOf } from '@portico/server/content/duties';
import type { ItemUpdate } from '@portico/server/content/itemUpdate';
import { publish, saveDraft } from '@portico/server/content/publication';
import { contentOf, revisionColumns, RevisionRow, type RevisionContent } from '@portico/server/content/storedContent';
import { createDb, createPool, type Db } from '@portico/server/db/pool';
import { readRow, readRows } from '@portico/server/db/rows';
import { confirmShown } from '@portico/server/features/duties/confirm';
import { checkMarks, findSectionChanges } from '@portico/server/features/studio/sections/sectionMarks.queries';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import { itemIdOf } from '../content-import/itemId.ts';
import { root } from '../root.ts';

/** Accounts by user name, and so many colleagues in the order of their names. */
const Confirming = z.strictObject({ accounts: z.array(z.string()), colleagues: z.int() });
const Replacement = z.strictObject({ text: z.string(), by: z.string() });

const Asked = z.strictObject({
  /** Id of the item of the collection. */
  item: z.string(),
  statement: z.string(),
  askedDaysAgo: z.int(),
  /** From the day on which the demo is loaded; negative for one that is overdue. */
  dueInDays: z.int(),
  reminders: z.optional(ReminderSchedule),
  escalatesAfter: z.optional(z.int()),
  questions: z.optional(z.array(ConfirmationQuestion)),
  /** Whether an event asks only those who were there. */
  onlyAttended: z.optional(z.boolean()),
  /** Whether everyone was asked by mistake, until the change gave the item the audience of the collection. */
  asksEveryone: z.optional(z.boolean()),
  confirmed: Confirming,
  /** The next version. Sections that `material` doesn’t name change only a little. */
  change: z.optional(
    z.strictObject({
      daysAgo: z.int(),
      replaced: z.optional(z.array(Replacement)),
      material: z.optional(z.array(z.string())),
      reason: z.optional(z.string()),
      confirmed: z.optional(Confirming),
    }),
  ),
  /** What an editor has written since and not published. */
  draft: z.optional(z.array(Replacement)),
});
type Asked = z.infer<typeof Asked>;

/** Whom the demo’s items ask for a confirmation, who has given it, and what has changed since. */
const readDemoDuties = (): Asked[] =>
  z.parse(z.strictObject({ asked: z.array(Asked) }), JSON.parse(readFileSync(join(root, 'demo/duties.json'), 'utf8')))
    .asked;

const EDITOR = 'editor@portico.test';

interface Loading {
  db: Db;
  firmTimeZone: string;
  now: Date;
  editorId: string;
}

/**
 * Publishes what `demo/duties.json` asks for as the editor would have done, and confirms for its people, in the past.
 * Running it again completes what was interrupted.
 */
export async function loadDemoDuties(databaseUrl: string, firmTimeZone: string, now = new Date()): Promise<void> {
  const db = createDb(createPool({ url: databaseUrl, max: 1, prepare: false, statementTimeoutMs: 60_000 }));
  try {
    const [editor] = await findPeople(db, [EDITOR]);
    if (!editor) throw new Error(`${EDITOR} is not in the database.`);
    for (const asked of readDemoDuties()) await loadAsked({ db, firmTimeZone, now, editorId: editor.id }, asked);
  } finally {
    await db.destroy();
  }
}

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

async function loadAsked({ db, firmTimeZone, now, editorId }: Loading, asked: Asked): Promise<void> {
  const { change, draft, askedDaysAgo } = asked;
  const original = await findOriginal(db, asked.item);
  const { itemId, published } = original;
  const askedAt = daysBefore(now, askedDaysAgo);
  const changedAt = change && daysBefore(now, change.daysAgo);
  const first = withConfirmation(original.content, asked, dayAfter(dayIn(firmTimeZone, now), asked.dueInDays));
  const second = replaceTexts(first, change?.replaced ?? []);
  if (published === 0) {
    const shown = asked.asksEveryone
      ? { ...first, fields: { ...first.fields, audience: [], audienceRule: emptyRule } }
      : first;
    await write(db, original, shown, { actorId: editorId, now: askedAt });
  }
  if (published <= 1) await confirmAll(db, itemId, asked, asked.confirmed, { from: askedAt, until: changedAt ?? now });
  if (change && changedAt) {
    if (published <= 1) {
      const update = { actorId: editorId, now: changedAt, ...(change.reason ? { asksAgain: change.reason } : {}) };
      const { kind } = original;
      const sectionMarks = change.material && (await marksOf(db, { itemId, draft: second }, change, changedAt));
      await write(db, { itemId, kind }, second, { ...update, sectionMarks });
    }
    if (change.confirmed) await confirmAll(db, itemId, asked, change.confirmed, { from: changedAt, until: now });
  }
  if (draft && !original.hasDraft)
    await saveDraft(db, { ...original, version: await versionOf(db, itemId) }, replaceTexts(second, draft), {
      actorId: editorId,
      now: daysBefore(now, 1),
    });
}

const OriginalRow = z.extend(RevisionRow, {
  kind: z.custom<ContentKind>(),
  published: z.int(),
  hasDraft: z.boolean(),
});

/** An item as the import wrote it, and how many versions people have published since. */
async function findOriginal(db: Db, externalId: string) {
  const itemId = itemIdOf(externalId);
  const row = await readRow(
    db,
    OriginalRow,
    sql`
      select ${revisionColumns}, item.kind, item.draft_revision_id is not null as "hasDraft",
        (select count(*)::int from content_revisions own
          where own.item_id = item.id and own.created_by is not null and own.first_published_at is not null) as published
      from content_items item join content_revisions rev on rev.item_id = item.id
      where item.id = ${itemId} and rev.created_by is null and rev.first_published_at is not null
      order by rev.number desc limit 1`,
  );
  if (!row) throw new Error(`demo/duties.json mentions ${externalId}, which is not published in the collection.`);
  const { kind, published, hasDraft, ...revision } = row;
  return { itemId, kind, published, hasDraft, content: contentOf(kind, revision) };
}

async function versionOf(db: Db, itemId: string): Promise<number> {
  const { version } = await db
    .selectFrom('content_items')
    .select('version')
    .where('id', '=', itemId)
    .executeTakeFirstOrThrow();
  return version;
}

async function write(
  db: Db,
  { itemId, kind }: { itemId: string; kind: ContentKind },
  content: RevisionContent,
  update: ItemUpdate,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { version } = await saveDraft(trx, { itemId, kind, version: await versionOf(trx, itemId) }, content, update);
    await publish(trx, { itemId, version }, update);
  });
}

function withConfirmation(content: RevisionContent, asked: Asked, dueDate: string): RevisionContent {
  const { statement, reminders, escalatesAfter, questions, onlyAttended } = asked;
  const confirmation: Confirmation = {
    id: hash('sha256', `confirmation ${asked.item}`, 'hex').slice(0, 12),
    type: 'Confirmation',
    statement,
    dueDate,
    ...(reminders ? { reminders } : {}),
    ...(escalatesAfter === undefined ? {} : { escalatesAfter }),
    ...(questions ? { questions } : {}),
    ...(onlyAttended ? { onlyAttended } : {}),
  };
  const { trees } = content;
  return { ...content, trees: { ...trees, components: [...trees.components, confirmation] } };
}

/** Replaces texts in the components. Throws unless each is there once. */
function replaceTexts(content: RevisionContent, replaced: Array<z.infer<typeof Replacement>>): RevisionContent {
  let { components } = content.trees;
  for (const { text, by } of replaced) {
    let found = 0;
    components = JSON.parse(JSON.stringify(components), (_, value: unknown) => {
      if (typeof value !== 'string' || !value.includes(text)) return value;
      found += 1;
      return value.replace(text, () => by);
    }) as typeof components;
    if (found !== 1) throw new Error(`demo/duties.json replaces “${text}”, which the item has ${found} times.`);
  }
  return { ...content, trees: { ...content.trees, components } };
}

/** What the editor marked: the sections with these headings as material, all others as small. */
function marksOf(
  db: Db,
  written: { itemId: string; draft: RevisionContent },
  { material = [], reason }: NonNullable<Asked['change']>,
  now: Date,
) {
  return db.transaction().execute(async (trx) => {
    const { sections } = await findSectionChanges(trx, written, now);
    const headings = sections.map(({ heading }) => heading);
    const missing = material.filter((heading) => !headings.includes(heading));
    if (missing.length > 0) throw new Error(`demo/duties.json marks ${missing.join(', ')}, which did not change.`);
    const marks = sections.map(({ key, heading }) => ({ key, isMaterial: material.includes(heading) }));
    return checkMarks(trx, written, marks, reason);
  });
}

const PersonRow = z.object({
  id: z.uuid(),
  email: z.string(),
  advisorType: z.nullable(z.custom<never>()),
  facts: z.nullable(z.array(z.string())),
});

/** People with these email addresses, in this order. */
async function findPeople(db: Db, emails: string[]): Promise<Array<z.infer<typeof PersonRow>>> {
  const rows = await readRows(
    db,
    PersonRow,
    sql`select id, email, advisor_type as "advisorType", facts from users where email = any (${emails}::text[])`,
  );
  const byEmail = new Map(rows.map((row) => [row.email, row]));
  return emails.flatMap((email) => byEmail.get(email) ?? []);
}

/** The same day at an hour when people work, if that is within the time. */
function inOfficeHours(at: Date, { from, until }: { from: Date; until: Date }): Date {
  const moved = new Date(at);
  moved.setUTCHours(14 + (at.getUTCHours() % 8));
  return moved > from && moved < until ? moved : at;
}

const EmailRow = z.object({ email: z.string() });

/** Confirms for people whom the item asks, with the right answers, at moments that are spread over the time. */
async function confirmAll(
  db: Db,
  itemId: string,
  { questions = [] }: Asked,
  { accounts, colleagues }: z.infer<typeof Confirming>,
  { from, until }: { from: Date; until: Date },
): Promise<void> {
  const others = await readRows(
    db,
    EmailRow,
    sql`select person.email from users person join confirmation_requests request on request.item_id = ${itemId}
      where person.subject like 'colleague-%' and ${isAskedOf(sql`person.id`)}
      order by person.surname, person.given_name limit ${colleagues}`,
  );
  const known = new Set(demoAccounts.map(({ username }) => username));
  const unknown = accounts.filter((name) => !known.has(name));
  if (unknown.length > 0) throw new Error(`demo/duties.json names ${unknown.join(', ')}, which are no accounts.`);
  const emails = [...accounts.map((name) => `${name}@portico.test`), ...others.map(({ email }) => email)];
  const { published_revision_id: revisionId } = await db
    .selectFrom('content_items')
    .select('published_revision_id')
    .where('id', '=', itemId)
    .executeTakeFirstOrThrow();
  const people = await findPeople(db, emails);
  const answers = questions.map(({ choices }) => choices.findIndex(({ isRight }) => isRight));
  const step = (until.getTime() - from.getTime()) / (people.length + 1);
  for (const [index, { id, advisorType, facts }] of people.entries()) {
    const now = inOfficeHours(new Date(Math.round(from.getTime() + step * (index + 1))), { from, until });
    await confirmShown(
      db,
      { id, advisorType, facts, now },
      { itemId, revisionId: revisionId!, openedFrom: 'Duties', answers, session: hash('sha256', `demo ${id}`, 'hex') },
      { today: now.toISOString().slice(0, 10), hasKey: false },
    );
  }
}
