import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { DAY_MS, HOUR_MS } from '@portico/contracts/durations';
import type { ContentKind } from '../content/details.ts';
import { Readable } from 'node:stream';
import { contentWith } from '@portico/authoring/blankDraft';
import { treeNames, type ContentFields, type ItemContent } from '@portico/contracts/studio/draft';
import { publish, saveDraft, unpublish, type ItemVersion } from '../content/publication.ts';
import { contentOf, revisionColumns, RevisionRow, type RevisionContent } from '../content/storedContent.ts';
import type { Db } from '../db/pool.ts';
import { readRowOrThrow } from '../db/rows.ts';
import { addFile, type StoredFile } from '../media/files/files.ts';
import type { ObjectStore } from '../media/store/objectStore.ts';

type Registration = NonNullable<ContentFields['registration']>;
/** Content in one object: fields, components, and who created it. */
export type MadeContent = Partial<Omit<ContentFields, 'registration'>> &
  Partial<ItemContent['trees']> &
  Partial<Pick<RevisionContent, 'creatorInfo' | 'provenance'>> & { registration?: Partial<Registration> | null };
type ItemFields = MadeContent & { isDraft?: boolean };
type FileFields = ItemFields & { text?: string; fileName?: string; file?: StoredFile };

/** The same as the portal stores it. */
export function revisionContent({ creatorInfo, provenance = {}, registration, ...made }: MadeContent): RevisionContent {
  const isTree = ([name]: [string, unknown]) => treeNames.some((one) => one === name);
  const entries = Object.entries(made);
  const fields = Object.fromEntries(entries.filter((entry) => !isTree(entry)));
  return {
    ...contentWith(
      { ...fields, registration: registration ? { capacity: null, closesAt: null, ...registration } : null },
      Object.fromEntries(entries.filter(isTree)),
    ),
    creatorInfo: creatorInfo ?? { kind: 'System' },
    provenance,
  };
}

/** Creates content items with sensible defaults and returns their ids. */
export interface ContentMaker {
  news(fields?: ItemFields): Promise<string>;
  event(fields?: ItemFields): Promise<string>;
  resource(fields?: ItemFields): Promise<string>;
  /** A content page; its path is /support unless it is given. */
  page(fields?: ItemFields): Promise<string>;
  home(fields?: ItemFields): Promise<string>;
  /** A document whose file exists and has been read; `text` is its content. `file` is one that was added before. */
  document(fields?: FileFields): Promise<string>;
  /** A file that only components show; otherwise like a document. */
  asset(fields?: FileFields): Promise<string>;
  /** An author writes the item's next version: the latest one with this change. */
  redraft(itemId: string, change: MadeContent): Promise<ItemVersion>;
  /** The same, published. */
  republish(itemId: string, change: MadeContent): Promise<ItemVersion>;
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
      revisionContent({
        header: `Item ${count}`,
        description: `What item ${count} is about.`,
        // A minute apart and in the past, so that the order is that of creation.
        publishedAt: new Date(clock.now.getTime() - DAY_MS + count * 60_000).toISOString(),
        authorDepartment: 'Operations',
        components: [
          {
            id: 'b1',
            type: 'BodyText',
            body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Text.' }] }] },
          },
        ],
        ...fields,
      }),
      change,
    );
    if (!isDraft) await publish(db, { itemId: saved.itemId, version: saved.version }, change);
    return saved.itemId;
  }

  async function makeFile(
    kind: 'document' | 'asset',
    { text = 'What it says.', fileName = 'Notes.txt', file, ...fields }: FileFields,
  ): Promise<string> {
    return make(kind, { components: [], file: file ?? (await readFile(text, fileName)), ...fields });
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
        locationType: 'Virtual',
        ...fields,
      }),
    resource: (fields = {}) => make('resource', { department: 'Planning', owner: 'Planning desk', ...fields }),
    page: (fields = {}) => make('page', { path: '/support', ...fields }),
    home: (fields = {}) => make('home', fields),
    document: (fields = {}) => makeFile('document', fields),
    asset: (fields = {}) => makeFile('asset', fields),
    redraft: (itemId, change) => redraft(db, clock.now, itemId, change),
    republish: async (itemId, change) => publish(db, await redraft(db, clock.now, itemId, change), { now: clock.now }),
    withdraw: (itemId) => withdraw(db, clock.now, itemId),
  };
}

async function redraft(db: Db, now: Date, itemId: string, change: MadeContent): Promise<ItemVersion> {
  const { kind: stored, version } = await db
    .selectFrom('content_items')
    .select(['kind', 'version'])
    .where('id', '=', itemId)
    .executeTakeFirstOrThrow();
  const kind = stored as ContentKind;
  const row = await readRowOrThrow(
    db,
    RevisionRow,
    sql`select ${revisionColumns} from content_revisions rev where rev.item_id = ${itemId} order by rev.number desc limit 1`,
  );
  const { fields, trees, ...about } = contentOf(kind, row);
  const content = revisionContent({ ...fields, ...trees, ...about, ...change });
  return saveDraft(db, { itemId, kind, version }, content, { now });
}

async function withdraw(db: Db, now: Date, itemId: string): Promise<ItemVersion> {
  const { version } = await db
    .selectFrom('content_items')
    .select('version')
    .where('id', '=', itemId)
    .executeTakeFirstOrThrow();
  return unpublish(db, { itemId, version }, { now });
}
