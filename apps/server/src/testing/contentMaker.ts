import { randomUUID } from 'node:crypto';
import { publish, saveDraft, type ContentDraft, type ContentKind } from '../content/publication.ts';
import type { Db } from '../db/pool.ts';

type Wanted = Partial<ContentDraft> & { isDraft?: boolean };

/** Makes content items with sensible values; what a test is about is given, the rest is not. Answers the item's id. */
export interface ContentMaker {
  news(wanted?: Wanted): Promise<string>;
  event(wanted?: Wanted): Promise<string>;
  resource(wanted?: Wanted): Promise<string>;
  /** A content page; its path is /support unless `details` says otherwise. */
  page(wanted?: Wanted): Promise<string>;
  home(wanted?: Wanted): Promise<string>;
}

export function contentMaker(db: Db, clock: { now: Date }): ContentMaker {
  let count = 0;

  async function make(kind: ContentKind, { isDraft = false, ...wanted }: Wanted): Promise<string> {
    count += 1;
    const change = { now: clock.now };
    const saved = await saveDraft(db, { itemId: randomUUID(), kind, version: 0 }, {
      header: `Item ${count}`,
      description: `What item ${count} is about.`,
      categories: [],
      audience: [],
      // A minute apart and in the past, so that the order is the order of making.
      publishedAt: new Date(clock.now.getTime() - 86_400_000 + count * 60_000).toISOString(),
      expiresAt: null,
      startsAt: null,
      endsAt: null,
      authorDepartment: 'Operations',
      creatorInfo: { kind: 'System' },
      image: null,
      components: [{ id: 'b1', type: 'BodyText', body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Text.' }] }] } }],
      details: {},
      ...wanted,
    }, change);
    if (!isDraft) await publish(db, { itemId: saved.itemId, version: saved.version }, change);
    return saved.itemId;
  }

  const inHours = (hours: number) => new Date(clock.now.getTime() + hours * 3_600_000).toISOString();
  return {
    news: (wanted = {}) => make('news', wanted),
    event: (wanted = {}) => make('event', {
      startsAt: inHours(24), endsAt: inHours(25), details: { locationType: 'Virtual', location: null, speakers: [] }, ...wanted,
    }),
    resource: (wanted = {}) => make('resource', { details: { department: 'Planning', owner: 'Planning desk' }, ...wanted }),
    page: (wanted = {}) => make('page', { details: { path: '/support' }, ...wanted }),
    home: (wanted = {}) => make('home', wanted),
  };
}
