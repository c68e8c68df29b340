import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { advisorTypes } from '@portico/kinds/advisorType';
import { exampleText } from '@portico/kinds/examples';
import { examples } from '@portico/kinds/items';
import { fillFolder } from '@portico/server/backup/folderParts';
import type { Db } from '@portico/server/db/pool';
import { readRowOrThrow } from '@portico/server/db/rows';
import { addFile } from '@portico/server/media/files/files';
import { createDiskStore } from '@portico/server/media/store/diskStore';
import { contentMaker, type MadeContent } from '@portico/server/testing/contentMaker';
import { sql } from 'kysely';
import sharp from 'sharp';
import { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { z } from 'zod/mini';
import { collection, eventLine, newsLine, now, PIXEL, portal } from '../../content-import/testing/testCollection.ts';
import { exportContent, type ExportReport } from '../exportContent.ts';

type Portal = Awaited<ReturnType<typeof portal>>;

/** A text that any step could change: entities, spaces, dates, references, marks of direction, joined letters. */
export const HOSTILE =
  '&amp; &#38; &lt;b&gt;  two  spaces\t{{date 2026-01-01}} item:x **bold** <script>alert(1)</script> "q" \\ \u2028 \u202E 👩‍👩‍👧 e\u0301 é';

const eachComponent = Object.values(oneOfEachKind);

/** Exports a portal into a new folder and returns its path. */
export async function exported({ url, storeDir }: Portal): Promise<{ folder: string; report: ExportReport }> {
  const above = await mkdtemp(join(tmpdir(), 'portico-export-'));
  onTestFinished(() => rm(above, { recursive: true, force: true }));
  const folder = join(above, 'export');
  const report = await fillFolder(folder, (parts) =>
    exportContent(parts, { databaseUrl: url, store: createDiskStore(storeDir) }),
  );
  return { folder, report };
}

/** Texts of the files in a folder by path; of binary files, the digest. */
export async function contentsOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents: Record<string, string> = {};
  for (const path of paths.sort()) {
    const bytes = await readFile(path);
    const isText = /\.jsonl?$/.test(path);
    contents[relative(folder, path)] = isText ? bytes.toString() : createHash('sha256').update(bytes).digest('hex');
  }
  return contents;
}

/** What a second import must leave as it is. */
export async function traces(db: Db) {
  const count = async (table: string) => {
    const statement = sql`select count(*)::int as rows from ${sql.table(table)}`;
    return (await readRowOrThrow(db, z.object({ rows: z.int() }), statement)).rows;
  };
  const names = [
    'content_items',
    'content_revisions',
    'audit_log',
    'notifications',
    'menu_versions',
    'files',
    'pictures',
    'imported_pictures',
    'application_changes',
    'pinned_answer_changes',
    'event_series_dates',
    'graphile_worker.jobs',
  ];
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = await count(name);
  const versions = await db.selectFrom('content_items').select(['id', 'version', 'updated_at']).orderBy('id').execute();
  return { counts, versions };
}

/** A portal with every kind of item and component, hostile texts, all audiences, files, and all that the desks set. */
export async function fullPortal() {
  const source = await portal();
  const { db, storeDir, run } = source;
  const store = createDiskStore(storeDir);
  const make = contentMaker(db, { now }, store);
  const imported = await run(
    await collection({
      'images.jsonl': [
        { id: 'img-1', file: 'one.jpg', alt: HOSTILE.slice(0, 100), credit: 'Ana', focus: { x: 10, y: 90 } },
      ],
      'images/one.jpg': PIXEL,
      'news.jsonl': [newsLine('imported', { image: 'img-1' }), newsLine('started')],
      'events.jsonl': [
        eventLine('imported-event', { registrationUrl: 'https://x.test/a', audience: 'All', document: 'a.pdf' }),
      ],
      'settings.json': { shiftDates: true, items: { started: { draft: true } } },
    }),
  );
  if (imported.rejected.length > 0) throw new Error(imported.describe());
  const picture = (
    await db.selectFrom('content_revisions').select('image').where('image', 'is not', null).executeTakeFirstOrThrow()
  ).image as typeof examples.image;
  const audienceRule = { include: { branch: ['São &amp; "Paulo"'], state: ['NC'] }, exclude: { role: ['Intern'] } };
  const hostile = {
    header: HOSTILE,
    description: HOSTILE,
    creatorInfo: { kind: 'User' as const, name: 'Ana "Ñ" Ruiz' },
  };

  await make.news({
    ...hostile,
    image: { ...picture, alt: 'Another text', credit: 'Someone' },
    categories: ['Custody', HOSTILE.slice(0, 70)],
    components: eachComponent,
    provenance: { source: 'FED', note: { deep: [1, null, 'x'] } },
  });
  for (const type of advisorTypes) await make.news({ header: `For ${type}`, audience: [type], audienceRule });
  await make.news({
    header: 'Not yet',
    publishedAt: '2099-01-01T00:00:00.000Z',
    expiresAt: '2099-02-01T00:00:00.001Z',
  });
  const withdrawn = await make.news({ header: 'Withdrawn' });
  await make.withdraw(withdrawn);
  const again = await make.news({ header: 'First text' });
  await make.republish(again, { header: 'Second text' });
  await make.redraft(again, { header: 'Third text, not published' });

  const events = [];
  // On both sides of both clock changes of 2026 in New York, and in a zone of half hours.
  for (const [startsAt, endsAt] of [
    ['2026-03-08T06:59:59.999Z', '2026-03-08T07:00:00.000Z'],
    ['2026-03-15T06:59:00.000Z', '2026-03-15T08:00:00.000Z'],
    ['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z'],
  ] as const)
    events.push(
      await make.event({
        ...(examples as MadeContent),
        ...hostile,
        file: null,
        image: picture,
        startsAt,
        endsAt,
        expiresAt: null,
        timeZone: 'Asia/Kolkata',
        speakers: [HOSTILE.slice(0, 150)],
        components: [{ id: 'a', type: 'Callout', kind: 'Tip', body: exampleText(HOSTILE) }],
        preEventData: [{ id: 'b', type: 'Quote', body: exampleText(HOSTILE) }],
        postEventData: [{ id: 'c', type: 'Divider' }],
      }),
    );
  await make.event({ header: 'No limits', registration: {}, joinLink: '' });
  await make.resource({ ...hostile, owner: HOSTILE.slice(0, 150), reviewedAt: '2026-11-01T06:00:00.000Z' });
  const page = await make.page({ ...hostile, components: eachComponent });
  await make.home({
    ...hostile,
    notificationBanner: {
      id: 'banner-1',
      kind: 'Info',
      title: HOSTILE.slice(0, 150),
      link: { text: 'More', href: `/news/${again}` },
    },
    pins: [{ itemId: again, audience: [advisorTypes[0]!], audienceRule }],
    entryAudiences: [{ entryId: 'Callout', audience: [], audienceRule }],
    widgets: [],
    components: eachComponent,
  });
  await make.home({ header: 'For some', audience: [advisorTypes[1]!] });
  const attached = await make.document({ header: 'Attached', text: 'Attached.', fileName: 'Fées & "costs".txt' });
  await sql`update content_items set attached_to = ${again} where id = ${attached}`.execute(db);
  await make.document({ header: 'The same file', text: 'Attached.', fileName: 'other.txt' });
  // Lossy formats differ each time that they are written.
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const webp = await sharp({ create: { width: 96, height: 64, channels: 3, background: 'gray', noise } })
    .webp({ quality: 50 })
    .toBuffer();
  const file = await addFile({ db, store }, { stream: Readable.from([webp]), fileName: 'noise.webp' });
  await make.document({ header: 'A picture', file });
  await make.asset({ header: 'Captions', text: 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello', fileName: 'en.vtt' });
  await make.document({ header: 'Not published', isDraft: true, text: 'Draft.', fileName: 'draft.txt' });
  await sql`update search_media set license = 'CC BY 4.0', source = ${HOSTILE}, labels = array['Logos', 'Ñ']
    where name <> '' or picture_id is not null`.execute(db);

  const report = await run(
    await collection({
      'series.jsonl': [
        {
          id: randomUUID(),
          rule: { unit: 'Week', every: 1, weekdays: ['SU'], monthDay: 'SameDay', count: 3, until: null },
          startDate: '2026-03-08T06:59:59.999Z',
          endDate: '2026-03-08T07:00:00.000Z',
          timeZone: 'America/New_York',
          dates: [
            { event: events[0], originalDate: '2026-03-08T06:59:59.999Z', isSeparate: true },
            { event: events[1], originalDate: '2026-03-15T06:59:59.999Z' },
          ],
        },
      ],
      'desk.json': {
        redirects: [{ from: '/explore', item: page }],
        abbreviations: [
          { abbreviation: 'RMD', meaning: 'required minimum distribution' },
          { abbreviation: 'Ñu', meaning: 'a "quoted" & meaning' },
        ],
        pinnedAnswers: [{ id: randomUUID(), terms: ['fees', 'costs & charges'], items: [again, attached] }],
        formerNames: [
          { scope: 'category', name: 'Old & name', current: 'Custody' },
          { scope: 'department', name: 'Closed', current: null },
        ],
        applications: [{ application: 'Orion', address: 'https://orion.example/' }],
        applicationGroups: [{ application: 'Orion', group: 'branch:Denver', access: 'ActionRequired' }],
        formLimits: [
          { form: randomUUID(), closesAt: '2026-11-01T05:30:00.000Z', capacity: 5, isOnce: true, daysToDo: null },
        ],
      },
      'menu.json': {
        intranetUrl: 'https://intranet.example',
        menuItems: [
          {
            id: 'top',
            name: HOSTILE.slice(0, 90),
            kind: 'Folder',
            status: 'Warning',
            audience: [advisorTypes[0]],
            audienceRule,
            submenuItems: [
              {
                id: 'in',
                name: 'News',
                kind: 'Link',
                pageLink: `/news/${again}`,
                icon: '/icons/news.svg',
                openInNewTab: true,
              },
            ],
          },
        ],
        avatarMenuItems: [
          {
            id: 'out',
            name: 'Out',
            kind: 'ExternalLinkWithNestedLinks',
            pageLink: 'https://x.test/',
            nestedPagesLinks: ['/news'],
          },
        ],
      },
    }),
  );
  if (report.rejected.length > 0) throw new Error(report.describe());
  return { ...source, store, again };
}
