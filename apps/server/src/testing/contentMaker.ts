import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@portico/contracts/durations';
import type { ContentKind } from '../content/details.ts';
import { Readable } from 'node:stream';
import { publish, saveDraft, unpublish, type ContentDraft, type ItemVersion } from '../content/publication.ts';
import type { Db } from '../db/pool.ts';
import { addFile, type StoredFile } from '../media/files/files.ts';
import { audienceOf, ruleColumn } from '../visibility/audienceRules.ts';
import type { ObjectStore } from '../media/store/objectStore.ts';

type ItemFields = Partial<ContentDraft> & { isDraft?: boolean };
type Change = Partial<ContentDraft> | ((latest: ContentDraft) => Partial<ContentDraft>);
type FileFields = ItemFields & { text?: string; fileName?: string; department?: string; file?: StoredFile };

/** Creates content items with sensible defaults and returns their ids. */
export interface ContentMaker {
  news(fields?: ItemFields): Promise<string>;
  event(fields?: ItemFields): Promise<string>;
  resource(fields?: ItemFields): Promise<string>;
  /** A content page; its path is /support unless `details` says otherwise. */
  page(fields?: ItemFields): Promise<string>;
  home(fields?: ItemFields): Promise<string>;
  /** A document whose file exists and has been read; `text` is its content. `file` is one that was added before. */
  document(fields?: FileFields): Promise<string>;
  /** A file that only components show; otherwise like a document. */
  asset(fields?: FileFields): Promise<string>;
  /** An author writes the item's next version: the latest one with this change. */
  redraft(itemId: string, change: Change): Promise<ItemVersion>;
  /** The same, published. */
  republish(itemId: string, change: Change): Promise<ItemVersion>;
  /** Unpublishes the item. */
  withdraw(itemId: string): Promise<ItemVersion>;
}

/** Without a store, documents cannot be created. */
export function contentMaker(db: Db, clock: { now: Date }, store?: ObjectStore): ContentMaker {
  let count = 0;

  async function make(kind: ContentKind, { isDraft = false, ...fields }: ItemFields): Promise<string> {
    count += 1;
    const change = { now: clock.now };
    const saved = await saveDraft(
      db,
      { itemId: randomUUID(), kind, version: 0 },
      {
        header: `Item ${count}`,
        description: `What item ${count} is about.`,
        categories: [],
        audience: [],
        // A minute apart and in the past, so that the order is that of creation.
        publishedAt: new Date(clock.now.getTime() - DAY_MS + count * 60_000).toISOString(),
        expiresAt: null,
        startsAt: null,
        endsAt: null,
        authorDepartment: 'Operations',
        creatorInfo: { kind: 'System' },
        image: null,
        components: [
          {
            id: 'b1',
            type: 'BodyText',
            body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Text.' }] }] },
          },
        ],
        details: {},
        ...fields,
      },
      change,
    );
    if (!isDraft) await publish(db, { itemId: saved.itemId, version: saved.version }, change);
    return saved.itemId;
  }

  async function makeFile(
    kind: 'document' | 'asset',
    { text = 'What it says.', fileName = 'Notes.txt', department, file, ...fields }: FileFields,
  ): Promise<string> {
    const details = { ...(file ?? (await readFile(text, fileName))), ...(department ? { department } : {}) };
    return make(kind, { components: [], details, ...fields });
  }

  /** Stores the file as the job would have read it, without running a job. */
  async function readFile(text: string, fileName: string): Promise<StoredFile> {
    if (!store) throw new Error('documents need an object store');
    const file = await addFile({ db, store }, { stream: Readable.from([Buffer.from(text)]), fileName });
    await db.updateTable('files').set({ state: 'Read' }).where('id', '=', file.fileId).execute();
    await db
      .insertInto('file_texts')
      .values({ file_id: file.fileId, page: 1, text })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return file;
  }

  const inHours = (hours: number) => new Date(clock.now.getTime() + hours * HOUR_MS).toISOString();
  return {
    news: (fields = {}) => make('news', fields),
    event: (fields = {}) =>
      make('event', {
        startsAt: inHours(24),
        endsAt: inHours(25),
        details: { locationType: 'Virtual', location: null, speakers: [] },
        ...fields,
      }),
    resource: (fields = {}) =>
      make('resource', { details: { department: 'Planning', owner: 'Planning desk' }, ...fields }),
    page: (fields = {}) => make('page', { details: { path: '/support' }, ...fields }),
    home: (fields = {}) => make('home', fields),
    document: (fields = {}) => makeFile('document', fields),
    asset: (fields = {}) => makeFile('asset', fields),
    redraft: (itemId, change) => redraft(db, clock.now, itemId, change),
    republish: async (itemId, change) => publish(db, await redraft(db, clock.now, itemId, change), { now: clock.now }),
    withdraw: (itemId) => withdraw(db, clock.now, itemId),
  };
}

async function redraft(db: Db, now: Date, itemId: string, change: Change): Promise<ItemVersion> {
  const { kind, version } = await db
    .selectFrom('content_items')
    .select(['kind', 'version'])
    .where('id', '=', itemId)
    .executeTakeFirstOrThrow();
  const row = await db
    .selectFrom('content_revisions')
    .selectAll()
    .select(ruleColumn('content_revisions').as('rule'))
    .where('item_id', '=', itemId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { audience, audienceRule } = audienceOf(row.audience, row.rule);
  const latest = {
    header: row.header,
    description: row.description,
    categories: row.categories,
    audience,
    ...(row.rule ? { audienceRule } : {}),
    publishedAt: row.published_at,
    expiresAt: row.expires_at,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    authorDepartment: row.author_department,
    creatorInfo: { kind: row.creator_kind, ...(row.creator_name ? { name: row.creator_name } : {}) },
    image: row.image,
    components: row.components,
    details: row.details,
  } as ContentDraft;
  return saveDraft(
    db,
    { itemId, kind: kind as ContentKind, version },
    { ...latest, ...(typeof change === 'function' ? change(latest) : change) },
    { now },
  );
}

async function withdraw(db: Db, now: Date, itemId: string): Promise<ItemVersion> {
  const { version } = await db
    .selectFrom('content_items')
    .select('version')
    .where('id', '=', itemId)
    .executeTakeFirstOrThrow();
  return unpublish(db, { itemId, version }, { now });
}
