import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import type { ItemStanding } from '@portico/authoring/mayDo';
import { findComponent } from '@portico/authoring/tree/find';
import type { CallResult, Received } from '@portico/contracts/endpoint';
import type {
  listStudioThreads,
  replyToStudioThread,
  startStudioThread,
  StudioComment,
  StudioThread,
} from '@portico/contracts/studio/comments';
import { audit } from '../../../db/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { readRows, storedJson } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import { found, PortalError } from '../../../errors.ts';
import { shortened } from '../../../shortened.ts';
import { displayName } from '../../../sign-in/displayName.ts';
import type { StudioActor } from '../access/actor.ts';
import { listPeopleWhoMay } from '../access/colleagues.queries.ts';
import { readDraft, type StoredDraft } from '../draftStore.queries.ts';
import { findEditorName } from '../editorName.ts';
import { announceToEditors } from '../presence.queries.ts';
import { MAX_QUOTE_LENGTH, type Reviewing } from '../reviews.queries.ts';
import { assertAllowed } from '../standing.queries.ts';

/** The maximum number of threads per item and of comments per thread. */
const MAX_THREADS = 500;
const MAX_COMMENTS = 200;

const ThreadRow = z.object({
  id: z.uuid(),
  componentId: z.nullable(z.string()),
  componentKind: z.nullable(z.string()),
  isResolved: z.boolean(),
  resolvedBy: z.nullable(z.string()),
  comments: storedJson<Array<StudioComment>>(),
});

/** The threads of an item, and who can be mentioned in them. Throws `not_found`. */
export async function listThreads(
  db: Db,
  itemId: string,
  actor: StudioActor,
): Promise<CallResult<typeof listStudioThreads>> {
  const storedDraft = found(await readDraft(db, itemId, false), 'item');
  const standing = await assertAllowed(db, storedDraft, actor, 'open');
  const rows = await readRows(
    db,
    ThreadRow,
    sql`select thread.id, thread.component_id as "componentId", thread.component_kind as "componentKind",
        thread.resolved_at is not null as "isResolved",
        (select ${displayName('person')} from users person where person.id = thread.resolved_by) as "resolvedBy",
        (select coalesce(jsonb_agg(jsonb_build_object('id', comment.id, 'text', comment.body, 'by', ${displayName('person')},
            'isOwn', coalesce(comment.author_id = ${actor.id}, false), 'at', comment.written_at)
            order by comment.number), '[]')
          from studio_comments comment left join users person on person.id = comment.author_id
          where comment.thread_id = thread.id) as comments
      from studio_threads thread where thread.item_id = ${itemId} order by thread.number`,
  );
  const items = rows.map((thread): StudioThread => ({
    ...thread,
    comments: thread.comments.map((comment) => ({ ...comment, at: new Date(comment.at).toISOString() })),
  }));
  const colleagues = await listPeopleWhoMay(db, 'open', standing);
  const mentionable = colleagues
    .filter(({ id }) => id !== actor.id)
    .map(({ id, name, email }) => ({ id, name, email }));
  return { items, mentionable };
}

/** Starts a thread with its first comment. Throws `not_found`, also when the component has not been saved. */
export function startThread(
  parts: Reviewing,
  itemId: string,
  { threadId, componentId, ...comment }: Received<typeof startStudioThread>['body'],
  actor: StudioActor,
): Promise<void> {
  return change(parts, itemId, actor, async (trx, storedDraft, standing) => {
    const component =
      componentId === null ? undefined : found(findComponent(storedDraft.draft, componentId), 'component');
    await assertRoom(trx, sql`studio_threads where item_id = ${itemId}`, MAX_THREADS);
    const { numInsertedOrUpdatedRows: added } = await trx
      .insertInto('studio_threads')
      .values({
        id: threadId,
        item_id: itemId,
        component_id: componentId,
        component_kind: component?.component.type ?? null,
        started_at: actor.now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (added !== 1n) return;
    await addComment(trx, { threadId, ...comment }, { storedDraft, standing, actor, parts });
  });
}

/** Adds a comment to a thread and reopens the thread. Throws `not_found`. */
export function reply(
  parts: Reviewing,
  { itemId, threadId }: { itemId: string; threadId: string },
  comment: Received<typeof replyToStudioThread>['body'],
  actor: StudioActor,
): Promise<void> {
  return change(parts, itemId, actor, async (trx, storedDraft, standing) => {
    await setResolution(trx, { itemId, threadId }, null);
    await assertRoom(trx, sql`studio_comments where thread_id = ${threadId}`, MAX_COMMENTS);
    await addComment(trx, { threadId, ...comment }, { storedDraft, standing, actor, parts });
  });
}

/** Marks a thread as resolved or open. Throws `not_found`. */
export function resolve(
  parts: Reviewing,
  thread: { itemId: string; threadId: string },
  isResolved: boolean,
  actor: StudioActor,
): Promise<void> {
  return change(parts, thread.itemId, actor, async (trx, { kind }) => {
    await setResolution(trx, thread, isResolved ? actor : null);
    await audit(trx, {
      actorId: actor.id,
      action: `${kind}.comments-${isResolved ? 'resolved' : 'reopened'}`,
      objectKind: kind,
      objectId: thread.itemId,
      details: { thread: thread.threadId },
    });
  });
}

type Work = (trx: Transaction<DB>, storedDraft: StoredDraft, standing: ItemStanding) => Promise<void>;

function change({ db }: Reviewing, itemId: string, actor: StudioActor, work: Work): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const storedDraft = found(await readDraft(trx, itemId, true), 'item');
    await work(trx, storedDraft, await assertAllowed(trx, storedDraft, actor, 'comment'));
    await announceToEditors(trx, itemId, actor.now);
  });
}

async function setResolution(
  trx: Transaction<DB>,
  { itemId, threadId }: { itemId: string; threadId: string },
  by: StudioActor | null,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('studio_threads')
    .set({ resolved_at: by && by.now.toISOString(), resolved_by: by && by.id })
    .where('id', '=', threadId)
    .where('item_id', '=', itemId)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) throw new PortalError('not_found', 'The thread was not found.');
}

async function assertRoom(db: Kysely<DB>, rows: RawBuilder<unknown>, most: number): Promise<void> {
  const [row] = await readRows(db, z.object({ count: z.int() }), sql`select count(*)::int as count from ${rows}`);
  if (row!.count >= most) throw new PortalError('conflict', 'There is no room for more comments here.');
}

interface CommentContext {
  storedDraft: StoredDraft;
  standing: ItemStanding;
  actor: StudioActor;
  parts: Reviewing;
}

/** Adds a comment once, and notifies those mentioned in it who can open the item. */
async function addComment(
  trx: Transaction<DB>,
  { threadId, id, text, mentions }: Received<typeof replyToStudioThread>['body'] & { threadId: string },
  { storedDraft, standing, actor, parts }: CommentContext,
): Promise<void> {
  const { numInsertedOrUpdatedRows: added } = await trx
    .insertInto('studio_comments')
    .values({ id, thread_id: threadId, author_id: actor.id, body: text, written_at: actor.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (added !== 1n) return;
  const { itemId, kind, draft } = storedDraft;
  await audit(trx, {
    actorId: actor.id,
    action: `${kind}.commented`,
    objectKind: kind,
    objectId: itemId,
    details: { thread: threadId },
  });
  const mentioned = (await listPeopleWhoMay(trx, 'open', standing)).filter(
    (person) => mentions.includes(person.id) && person.id !== actor.id,
  );
  const name = (await findEditorName(trx, actor.id)) ?? 'Someone';
  await parts.notify(
    trx,
    mentioned.map((person) => person.id),
    {
      title: `${name} mentioned you: ${draft.fields.header.trim() || 'Untitled'}`,
      description: shortened(text, MAX_QUOTE_LENGTH),
      link: `/studio/${itemId}?thread=${threadId}`,
    },
    actor.now,
  );
}
