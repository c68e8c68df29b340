/**
 * Measures lists and details of events, resources and documents; `npm run bench -- lists`. results/lists.md says what
 * and how, and has the latest results.
 */
import { loadavg } from 'node:os';
import { DAY_MS } from '@portico/contracts/durations';
import { withConnection } from '@portico/dev-database/databases';
import { loadSetting } from '@portico/server/config';
import type { Reader } from '@portico/server/visibility/visibility';
import { createDb, createPool, type Db } from '@portico/server/db/pool';
import { findDocument, listDocumentsPage } from '@portico/server/features/documents/documents.queries';
import { listEventsOfDays, listEventsPage } from '@portico/server/features/events/eventLists.queries';
import { findEvent } from '@portico/server/features/events/events.queries';
import { listResourcesPage, resourceArticle } from '@portico/server/features/resources/resources.queries';
import { articleReader } from '@portico/server/content/findArticle';
import { startBenchDatabase } from './stage/benchDatabase.ts';
import { explainStatements, type Plan } from './plans.ts';
import { runFacts, runProgram, type Program } from './program.ts';
import { saveResults, table } from './results.ts';
import { startSearchServer } from './search/searchDatabase.ts';
import { median, timed, timesOf, type Times } from './timing.ts';

const zone = loadSetting('FIRM_TIME_ZONE', process.env);
const WARM_UP = 20;

const flags = process.argv.slice(2);
if (flags.some((flag) => flag !== '--quick' && flag !== '--save')) {
  process.stderr.write(
    'Unknown options. The options are --quick (few calls, only among 10,000 items) and --save (save the results in bench/).\n',
  );
  process.exit(2);
}
const isQuick = flags.includes('--quick');
const REQUESTS = isQuick ? 30 : 200;

interface Call {
  name: string;
  path: string;
  /** What the call does in the database. */
  run: (db: Db, reader: Reader) => Promise<unknown>;
}

interface Measured {
  name: string;
  /** The call's query alone, and the whole call over HTTP, measured alternately. */
  query: Times;
  http: Times;
  /** Median share of a call's time that its query takes. */
  share: number;
}

interface SizeResult {
  /** One third each are events, resources and documents. */
  items: number;
  calls: Measured[];
  plans: Plan[];
}

const callsOf = (ids: Record<'event' | 'resource' | 'document', string>, now: Date): Call[] => {
  const [from, to] = [
    new Date(now.getTime() - 15 * DAY_MS).toISOString().slice(0, 10),
    new Date(now.getTime() + 15 * DAY_MS).toISOString().slice(0, 10),
  ];
  return [
    {
      name: 'upcoming events',
      path: '/events/upcoming',
      run: (db, reader) => listEventsPage(db, reader, 'upcoming', {}, zone),
    },
    { name: 'past events', path: '/events/past', run: (db, reader) => listEventsPage(db, reader, 'past', {}, zone) },
    {
      name: 'past events of a category',
      path: '/events/past?category=Markets',
      run: (db, reader) => listEventsPage(db, reader, 'past', { category: ['Markets'] }, zone),
    },
    {
      name: 'events of a month',
      path: `/events/calendar-widget?startDate=${from}&endDate=${to}`,
      run: (db, reader) => listEventsOfDays(db, reader, { startDate: from, endDate: to }),
    },
    { name: 'event', path: `/events/${ids.event}`, run: (db, reader) => findEvent(db, reader, ids.event, zone) },
    { name: 'resources', path: '/resources', run: (db, reader) => listResourcesPage(db, reader, {}) },
    {
      name: 'resources of a category and department',
      path: '/resources?category=Tax&department=Compliance',
      run: (db, reader) => listResourcesPage(db, reader, { category: ['Tax'], department: ['Compliance'] }),
    },
    {
      name: 'resource',
      path: `/resources/${ids.resource}`,
      run: (db, reader) => articleReader(resourceArticle).readArticle(db, reader, ids.resource),
    },
    { name: 'documents', path: '/media/documents', run: (db, reader) => listDocumentsPage(db, reader, {}) },
    {
      name: 'documents by title',
      path: '/media/documents?sortBy=Title',
      run: (db, reader) => listDocumentsPage(db, reader, { sortBy: 'Title' }),
    },
    {
      name: 'PDF files by size',
      path: '/media/documents?sortBy=Size&format=PDF',
      run: (db, reader) => listDocumentsPage(db, reader, { sortBy: 'Size', format: ['PDF'] }),
    },
    {
      name: 'document',
      path: `/media/documents/${ids.document}`,
      run: (db, reader) => findDocument(db, reader, ids.document),
    },
  ];
};

async function measureSize(items: number, { log, onStop }: Program): Promise<SizeResult> {
  log(`Storing ${items} items`);
  const third = Math.round(items / 3);
  const now = new Date();
  const database = await startBenchDatabase({ news: 0, events: third, resources: third, documents: third }, now);
  onStop(database.stop);
  const bench = await startSearchServer(database, onStop);
  const headers = await bench.headers();
  const seen: Array<{ text: string; values: readonly unknown[] }> = [];
  const db = createDb(
    createPool({ url: database.url, max: 1, prepare: true, statementTimeoutMs: 60_000 }),
    ({ query }) => void seen.push({ text: query.sql, values: query.parameters }),
  );
  onStop(async () => await db.destroy());
  const reader = (): Reader => ({
    id: '00000000-0000-4000-8000-000000000000',
    advisorType: null,
    facts: [],
    now: new Date(),
  });
  const calls: Measured[] = [];
  const statements: Array<{ name: string; text: string; values: readonly unknown[] }> = [];
  for (const { name, path, run } of callsOf(await middleItems(database.url), now)) {
    log(`Requesting ${name}`);
    const turns: Array<{ query: number; http: number }> = [];
    for (let turn = -WARM_UP; turn < REQUESTS; turn += 1) {
      seen.length = 0;
      const query = await timed(() => run(db, reader()));
      const http = await timed(async () => {
        const answer = await fetch(`${bench.portalUrl}/api/v1${path}`, { headers });
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${path} responded with ${answer.status}: ${text}`);
      });
      if (turn >= 0) turns.push({ query, http });
    }
    const [one, ...more] = seen;
    if (!one || more.length > 0) throw new Error(`${name} runs ${seen.length} statements`);
    statements.push({ ...one, name });
    calls.push({
      name,
      query: timesOf(turns.map(({ query }) => query)),
      http: timesOf(turns.map(({ http }) => http)),
      share: median(turns.map(({ query, http }) => query / http)),
    });
  }
  return { items, calls, plans: await explainStatements(database.url, statements) };
}

/** One item of each kind that everyone may see, from the middle of its list. */
async function middleItems(url: string): Promise<Record<'event' | 'resource' | 'document', string>> {
  const one = (kind: string) =>
    withConnection(
      url,
      async (client) =>
        (
          await client.query<{ id: string }>(
            `
    select id from content_items where kind = $1 and audience = '{}' and published_at < now() and expires_at is null order by published_at
    offset (select count(*) / 3 from content_items where kind = $1) limit 1`,
            [kind],
          )
        ).rows[0]!.id,
    );
  return { event: await one('event'), resource: await one('resource'), document: await one('document') };
}

function tableOfLists(sizes: SizeResult[]): string {
  const ms = ({ p50Ms, p95Ms }: Times) => `${p50Ms.toFixed(1)} / ${p95Ms.toFixed(1)}`;
  return table(
    ['', 'items', 'query p50 / p95 ms', 'HTTP p50 / p95 ms', 'query ÷ HTTP'],
    sizes.flatMap(({ items, calls }) =>
      calls.map(({ name, query, http, share }) => [
        name,
        items.toLocaleString('en'),
        ms(query),
        ms(http),
        share.toFixed(2),
      ]),
    ),
  );
}

await runProgram(async (program) => {
  const loadBefore = loadavg()[0]!;
  const sizes: SizeResult[] = [];
  for (const items of isQuick ? [10_000] : [10_000, 100_000]) {
    sizes.push(await measureSize(items, program));
    await program.stopAll();
  }
  program.log(`\n${tableOfLists(sizes)}`);
  if (!flags.includes('--save')) return;
  const report = {
    ...runFacts(),
    loadBefore,
    sizes,
  };
  const section = `
Measured on ${report.date.slice(0, 10)} with Node ${report.node} on ${report.processor}; load before the run ${loadBefore.toFixed(2)}.

${tableOfLists(sizes)}
`;
  program.log(
    saveResults({
      command: 'npm run bench -- lists',
      page: 'results/lists.md',
      part: 'results of lists',
      name: 'lists-',
      report,
      digits: 2,
      section,
    }),
  );
});
