/**
 * Measures the lists of the desks among 10,000 rows beside the same lists among 100; `npm run bench -- desk`.
 * results/desk.md says what and how, and has the latest results.
 */
import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { tokenHeaders, type Tokens } from '@portico/client/createClient';
import { saveCreditNeed } from '@portico/contracts/studio/credits';
import { withConnection } from '@portico/dev-database/databases';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { followDuties } from '@portico/server/content/duties';
import { createDb, createPool } from '@portico/server/db/pool';
import { studioActions } from '@portico/server/testing/studioActions';
import { startTestIssuer } from '@portico/server/testing/testIssuer';
import { buildServer } from '@portico/tools/serverBuild';
import { fillDesk, fillDeskPeople } from './desk/fill.ts';
import { measureUploads, type UploadsRow } from './desk/uploads.ts';
import { publishPolicy } from './duties/asking.ts';
import { callerOf, tokensOf, type BenchCaller } from './duties/people.ts';
import { runFacts, runProgram, type Program } from './program.ts';
import { saveResults, table } from './results.ts';
import { startBenchDatabase } from './stage/benchDatabase.ts';
import { startChildServer } from './stage/childServer.ts';
import { emptyWebRoot } from './stage/emptyWebRoot.ts';
import { portalSettings } from './stage/portalSettings.ts';
import { median, timed, timesOf, type Times } from './timing.ts';

const flags = process.argv.slice(2);
const isQuick = flags.includes('--quick');
const areUploadsOnly = flags.includes('--uploads');
if (
  flags.some((flag) => !['--quick', '--save', '--uploads'].includes(flag)) ||
  (areUploadsOnly && flags.includes('--save'))
) {
  process.stderr.write(
    'The options are --quick (1,000 rows, few calls), --uploads (only the lists during uploads) and --save (save the results of all in bench/).\n',
  );
  process.exit(2);
}
const FEW = 100;
const MANY = isQuick ? 1000 : 10_000;
const WARM_UP = isQuick ? 3 : 20;
const CALLS = isQuick ? 20 : 200;
const PICTURES = isQuick ? 50 : 500;
const GOAL_UPLOADS_RATIO = 1.2;
const GOAL_MS = 80;
const GOAL_RATIO = 1.5;
const APPLICATION = 'Orion';
const NEED = {
  program: 'CFP',
  state: '',
  subject: '',
  hours: '15',
  startsOn: '01-01',
  dueOn: '12-31',
  firstYear: 2020,
  lastYear: null,
  reminders: null,
  audience: [],
  audienceRule: { include: {}, exclude: {} },
};

/** What the addresses of the lists name. */
interface DeskIds {
  eventId: string;
  formId: string;
  policyId: string;
  webhookId: string;
}

interface DeskPortal extends DeskIds {
  url: string;
  tokens: Tokens;
  editor: BenchCaller;
  get: (path: string) => Promise<void>;
}

/** The lists, by what a person sees. `text` finds about one row in a thousand, or some more. */
const listsOf = ({ eventId, formId, policyId, webhookId }: DeskIds): Record<string, string> => ({
  'studio: news': '/studio/items?kind=news',
  'studio: news by words': '/studio/items?kind=news&text=bond+custodian',
  overview: '/studio/overview',
  'studio: due for review': '/studio/items?show=Reviews',
  handovers: '/studio/owners/left',
  'events: upcoming': '/studio/events',
  'events: past': '/studio/events?when=Past',
  'an event: its people': `/studio/events/${eventId}/roster`,
  'an event: waiting, by date': `/studio/events/${eventId}/roster?status=Waiting&sort=Date`,
  'an event: people by name': `/studio/events/${eventId}/roster?text=person+77`,
  'a form: its entries': `/studio/forms/${formId}/desk`,
  'a form: entries in work by name': `/studio/forms/${formId}/desk?state=InWork&text=person+77`,
  library: '/studio/media',
  'library: the largest without a license': '/studio/media?only=NoLicense&sort=Largest',
  'a confirmation: people': `/studio/confirmations/${policyId}/people`,
  'a confirmation: who is missing in a firm': `/studio/confirmations/${policyId}/people?state=Missing&firm=Firm+3`,
  'credits: everyone': '/studio/credits',
  'credits: who lacks some, by name': '/studio/credits?state=Missing&text=person+77',
  'credits: claims': '/studio/credits/claims',
  notices: '/studio/notices',
  'search terms': '/studio/insights/searches?days=30&kind=All',
  readership: '/studio/readership?days=30',
  people: '/admin/people',
  'people by name': '/admin/people?text=person+77',
  'people of a firm': '/admin/people?dimension=firm&value=Firm+3',
  'an application: people': `/admin/applications/${APPLICATION}/people`,
  delegations: '/admin/delegations',
  'a webhook: deliveries': `/admin/webhooks/${webhookId}/deliveries`,
});

/** A portal with so many rows in each list. */
async function startDesk(count: number, { log, onStop }: Program): Promise<DeskPortal> {
  log(`Storing ${count.toLocaleString('en')} rows of each kind`);
  const sizes = { news: count, events: count, documents: count, openEvents: 1 };
  const database = await startBenchDatabase(sizes, new Date());
  onStop(database.stop);
  const issuer = await startTestIssuer();
  onStop(issuer.close);
  const server = await startChildServer(import.meta.resolve('./stage/builtServer.ts'), {
    ...portalSettings(database, issuer.issuer),
    FOLDER: new URL('../', import.meta.url).href,
    RATE_LIMIT_PER_MINUTE: '0',
    WEB_ROOT: emptyWebRoot(database.folder),
    APPLICATION_ADDRESSES: JSON.stringify({ [APPLICATION]: 'https://orion.example.com/' }),
  });
  onStop(server.stop);
  const portal = { url: server.url, issuer };
  const roles = ['admin', 'editor'];
  const editor = await callerOf(portal, 'bench-editor', roles);
  const ids = await withConnection(database.url, async (client) => {
    await fillDeskPeople(client, count);
    const policyId = await publishPolicy(editor, 'A policy for many');
    const form = { ...oneOfEachKind.Form, formId: randomUUID() };
    const { write, publish } = studioActions(() => editor);
    const place = { tree: 'components', parent: null, after: null } as const;
    await publish(await write('A form for many', [{ do: 'insert', component: form, place }]));
    await editor.call(saveCreditNeed, {
      params: { needId: randomUUID() },
      body: { version: null, need: NEED },
    });
    const { rows } = await client.query<{ event: string; editor: string }>(
      `select (select id from content_items where kind = 'event' order by starts_at desc limit 1) as event,
         (select id from users where subject = 'bench-editor') as editor`,
    );
    const [{ event, editor: editorId }] = rows as [(typeof rows)[0] & object];
    const webhookId = randomUUID();
    await fillDesk(client, { count, eventId: event, formId: form.formId, editorId, webhookId });
    return { eventId: event, formId: form.formId, policyId, webhookId };
  });
  // What the job of each minute does for people who are new.
  const db = createDb(createPool({ url: database.url, max: 1, prepare: true, statementTimeoutMs: 600_000 }));
  await followDuties(db, new Date());
  await db.destroy();
  await withConnection(database.url, (client) => client.query('vacuum (analyze)'));
  const tokens = await tokensOf(portal, 'bench-editor', roles);
  const headers = tokenHeaders(tokens);
  return {
    ...ids,
    url: server.url,
    tokens,
    editor,
    get: async (path) => {
      const response = await fetch(`${server.url}/api/v1${path}`, { headers });
      const text = await response.text();
      if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${text}`);
    },
  };
}

interface Row {
  name: string;
  few: Times;
  many: Times;
  /** Median of the ratios of calls that follow each other. */
  ratio: number;
}

/** Requests each list of both portals alternately, one call after another, so that other load affects both. */
async function measureLists(program: Program, many: DeskPortal): Promise<Row[]> {
  const few = await startDesk(FEW, program);
  const rows: Row[] = [];
  for (const [name, path] of Object.entries(listsOf(few))) {
    program.log(`Requesting ${name}`);
    const pathOfMany = listsOf(many)[name]!;
    const turns: Array<{ few: number; many: number }> = [];
    for (let turn = -WARM_UP; turn < CALLS; turn += 1) {
      const ms = { few: await timed(() => few.get(path)), many: await timed(() => many.get(pathOfMany)) };
      if (turn >= 0) turns.push(ms);
    }
    rows.push({
      name,
      few: timesOf(turns.map((turn) => turn.few)),
      many: timesOf(turns.map((turn) => turn.many)),
      ratio: median(turns.map((turn) => turn.many / turn.few)),
    });
  }
  return rows;
}

/** Requests lists while an editor uploads pictures. */
async function measureDuringUploads(program: Program, portal: DeskPortal): Promise<UploadsRow[]> {
  program.log(`Uploading ${PICTURES} pictures`);
  const lists = { library: '/studio/media', 'news of readers': '/news' };
  const { rows, seconds } = await measureUploads(portal, lists, { pictures: PICTURES, calls: CALLS });
  program.log(`They took ${seconds.toFixed(0)} s\n\n${tableOfUploads(rows)}`);
  return rows;
}

const tableOfUploads = (rows: UploadsRow[]): string =>
  table(
    ['', 'quiet p50 / p95 ms', 'meanwhile p50 / p95 ms', 'ratio', 'verdict'],
    rows.map(({ name, quiet, busy, ratio }) => [
      name,
      `${quiet.p50Ms.toFixed(1)} / ${quiet.p95Ms.toFixed(1)}`,
      `${busy.p50Ms.toFixed(1)} / ${busy.p95Ms.toFixed(1)}`,
      ratio.toFixed(2),
      ratio <= GOAL_UPLOADS_RATIO ? 'met' : 'missed',
    ]),
  );

const tableOfDesk = (rows: Row[]): string =>
  table(
    ['', `p50 / p95 ms of ${FEW}`, `p50 / p95 ms of ${MANY.toLocaleString('en')}`, 'ratio', 'verdict'],
    rows.map(({ name, few, many, ratio }) => [
      name,
      `${few.p50Ms.toFixed(1)} / ${few.p95Ms.toFixed(1)}`,
      `${many.p50Ms.toFixed(1)} / ${many.p95Ms.toFixed(1)}`,
      ratio.toFixed(2),
      many.p95Ms < GOAL_MS && ratio < GOAL_RATIO ? 'met' : 'missed',
    ]),
  );

await runProgram(async (program) => {
  const loadBefore = loadavg()[0]!;
  await buildServer(program.log);
  const many = await startDesk(MANY, program);
  const rows = areUploadsOnly ? [] : await measureLists(program, many);
  if (rows.length > 0) program.log(`\n${tableOfDesk(rows)}\n`);
  const uploads = await measureDuringUploads(program, many);
  if (!flags.includes('--save')) return;
  const report = { ...runFacts(), loadBefore, few: FEW, many: MANY, rows, pictures: PICTURES, uploads };
  const section = `
Measured on ${report.date.slice(0, 10)} with Node ${report.node} on ${report.processor}; load before the run ${loadBefore.toFixed(2)}.

${tableOfDesk(rows)}

While an editor uploads ${PICTURES} pictures:

${tableOfUploads(uploads)}
`;
  const part = {
    command: 'npm run bench -- desk',
    page: 'results/desk.md',
    part: 'results of the desks',
    name: 'desk-',
  };
  program.log(saveResults({ ...part, report, digits: 2, section }));
});
