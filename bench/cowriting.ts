/**
 * Measures people who type in one item at once, with the studio's own sessions against a real server, on good and bad
 * lines; `npm run bench -- cowriting`. results/cowriting.md says what and how, and has the latest results.
 */
import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Change } from '@portico/contracts/studio/draft';
import { BAD, connect, GOOD, type Connection, type Line } from './cowriting/connection.ts';
import { MAX_EDITORS, startCowritingServer, type CowritingServer } from './cowriting/cowritingServer.ts';
import { writeTogether, type Outcome, type Session } from './cowriting/together.ts';
import { openWriter, paragraph } from './cowriting/writer.ts';
import { runFacts, runProgram } from './program.ts';
import { saveResults, table } from './results.ts';

const flags = process.argv.slice(2);
if (flags.some((flag) => !['--quick', '--full', '--save'].includes(flag))) {
  process.stderr.write(
    'Unknown options. The options are --quick (a minute), --full (35 minutes, only loss and equality, as in the table of goals) and --save.\n',
  );
  process.exit(2);
}
const isFull = flags.includes('--full');
const pace = isFull
  ? { seeds: 20, seconds: 600, crowdSeconds: 0, keys: 0 }
  : flags.includes('--quick')
    ? { seeds: 2, seconds: 8, crowdSeconds: 8, keys: 300 }
    : { seeds: 5, seconds: 60, crowdSeconds: 30, keys: 3000 };
/**
 * How many items people write in at the same time. In the full run all of a row, so that it ends, in which nobody
 * measures how long something takes. Otherwise so few that the machine is not the limit.
 */
const AT_ONCE = isFull ? pace.seeds : 4;
const CROWD_ITEMS = 25;
const OPENED_COMPONENTS = 200;
const KEYS_FOR_BYTES = 20;
const TEXT_LENGTHS = [320, 3000];

interface Row {
  name: string;
  outcomes: Outcome[];
}

/** The same for several seeds, some at a time. */
async function forSeeds(seeds: number, run: (seed: number) => Promise<Outcome>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let seed = 1; seed <= seeds; seed += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, seeds - seed + 1) }, (_, index) => run(seed + index));
    outcomes.push(...(await Promise.all(some)));
  }
  return outcomes;
}

/** Server CPU in milliseconds for each key while two people write in each of 25 items. */
async function measureCrowd(server: CowritingServer): Promise<number> {
  const seconds = pace.crowdSeconds;
  let beginning = CROWD_ITEMS;
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  const begin = (): Promise<void> => {
    beginning -= 1;
    if (beginning === 0) resolve();
    return begun;
  };
  const crowded = { writers: 2, components: 1, seconds, line: GOOD };
  const writing = Promise.all(
    Array.from({ length: CROWD_ITEMS }, (_, seed) =>
      writeTogether(server, { ...crowded, seed: seed + 100, firstEditor: 2 * seed, begin }),
    ),
  );
  // Only while they type: opening 25 items at once, and comparing the texts in the end, costs more than some keys.
  await begun;
  const before = server.cpuMs();
  await sleep(seconds * 1000);
  const used = server.cpuMs() - before;
  return used / (await writing).reduce((sum, { keys }) => sum + keys, 0);
}

const SENTENCE = 'Rates rose in the last quarter. ';

/**
 * Bytes of JSON that one key takes when a single person types in a text of so many letters, and that opening an item
 * with many of them takes. `whole` is what a front end sends that knows only whole components.
 */
async function measureBytes(server: CowritingServer, letters: number) {
  const itemId = randomUUID();
  const ids = Array.from({ length: OPENED_COMPONENTS }, (_, index) => `c${index}`);
  const components = ids.map((id) => paragraph(id, SENTENCE.repeat(letters / SENTENCE.length + 1).slice(0, letters)));
  await server.createItem(
    itemId,
    components.map((component, index): Change => ({
      do: 'insert',
      component,
      place: { tree: 'components', parent: null, after: ids[index - 1] ?? null },
    })),
  );
  const connection = connect(server.url, server.tokensOf(0), itemId, GOOD, Math.random);
  await connection.calls.open();
  const opening = connection.bytes.received;
  return {
    letters,
    opening,
    plain: Buffer.byteLength(JSON.stringify(components)),
    key: await bytesOfKey(connection, 'c100'),
    whole: await bytesOfKey(connect(server.url, server.tokensOf(0), itemId, GOOD, Math.random), 'c101', true),
  };
}

/** Bytes in both directions for a key, on average. */
async function bytesOfKey(connection: Connection, id: string, isWhole = false): Promise<Bytes> {
  const writer = await openWriter(0, connection);
  const { save } = connection.calls;
  if (isWhole)
    connection.calls.save = (batch) => save({ ...batch, changes: writer.session.getState()!.inFlight!.changes });
  const before = { ...connection.bytes };
  for (let key = 0; key < KEYS_FOR_BYTES; key += 1) {
    writer.type(id);
    await writer.session.flush();
  }
  const bytes = {
    sent: (connection.bytes.sent - before.sent) / KEYS_FOR_BYTES,
    received: (connection.bytes.received - before.received) / KEYS_FOR_BYTES,
  };
  await writer.close();
  return bytes;
}

type Bytes = Record<'sent' | 'received', number>;

/** What is stored after many keys, each saved on its own, in a text that stays as long as it is, and once folded. */
async function measureSize(server: CowritingServer) {
  const itemId = randomUUID();
  await server.createItem(itemId, [
    { do: 'insert', component: paragraph('c0', ''), place: { tree: 'components', parent: null, after: null } },
  ]);
  const writer = await openWriter(0, connect(server.url, server.tokensOf(0), itemId, GOOD, Math.random));
  for (let key = 0; key < pace.keys; key += 1) {
    const letters = 'Rates rose in the last quarter. '.repeat(30).slice(0, 200 + (key % 700));
    writer.session.edit([{ do: 'set', component: paragraph('c0', letters) }], 'c0');
    await writer.session.flush();
  }
  await writer.close();
  const { saves: unfolded } = await server.sizesOf(itemId);
  await server.fold();
  return { ...(await server.sizesOf(itemId)), unfolded };
}

const sum = (outcomes: Outcome[], of: (outcome: Outcome) => number) =>
  outcomes.reduce((total, outcome) => total + of(outcome), 0);
const lossHeader = ['', 'keys', 'lost', 'unequal texts', 'choices'];
const lossCells = ({ name, outcomes }: Row): string[] => [
  name,
  sum(outcomes, (each) => each.keys).toLocaleString('en'),
  String(sum(outcomes, (each) => each.lostKeys)),
  String(sum(outcomes, (each) => each.unequalTexts)),
  String(sum(outcomes, (each) => each.choices)),
];
const speedCells = ({ outcomes }: Row): string[] => {
  const keys = sum(outcomes, (each) => each.keys);
  return [
    Math.max(...outcomes.map(({ seen }) => seen.p50Ms)).toFixed(0),
    worst(outcomes).toFixed(0),
    Math.round(sum(outcomes, (each) => each.sentBytes) / keys).toLocaleString('en'),
    Math.round(sum(outcomes, (each) => each.receivedBytes) / keys).toLocaleString('en'),
  ];
};
/** Where results are stored. */
const part = (flag = '') => ({
  command: `npm run bench -- cowriting${flag && ` ${flag}`}`,
  page: 'results/cowriting.md',
  part: flag ? 'full results of co-writing' : 'results of co-writing',
  name: flag ? 'cowriting-full-' : 'cowriting-',
});
const worst = (outcomes: Outcome[]) => Math.max(...outcomes.map(({ seen }) => seen.p95Ms));

await runProgram(async ({ log, onStop }) => {
  const loadBefore = loadavg()[0]!;
  const server = await startCowritingServer(onStop);
  const { seeds, seconds } = pace;
  const rows: Row[] = [];
  const add = async (name: string, run: (seed: number) => Promise<Outcome>, count = seeds) => {
    log(name);
    rows.push({ name, outcomes: await forSeeds(count, run) });
  };
  const two = { writers: 2, components: 1, seconds };
  // A save is announced to all tabs of a person, so those who write in different items are different people.
  const inOwnItem = (seed: number, line: Line) =>
    writeTogether(server, { ...two, line, seed, firstEditor: (2 * (seed - 1)) % MAX_EDITORS });
  await add('two in one paragraph, good line', (seed) => inOwnItem(seed, GOOD));
  await add('two in one paragraph, 300 ms and 2 % loss', (seed) => inOwnItem(seed, BAD));
  const crowds: Array<[string, Omit<Session, 'seconds' | 'seed'>]> = [
    ['five in 200 components, 300 ms and 2 % loss', { writers: 5, components: 200, line: BAD }],
    [
      'eight in one paragraph, one offline for half of the time',
      { writers: 8, components: 1, line: GOOD, offlineSeconds: seconds / 2, firstEditor: 5 },
    ],
  ];
  const addCrowd = ([name, crowd]: (typeof crowds)[number]) =>
    add(name, (seed) => writeTogether(server, { ...crowd, seconds, seed }), 1);
  if (isFull) await Promise.all(crowds.map(addCrowd));
  else for (const crowd of crowds) await addCrowd(crowd);
  const together = table(
    isFull ? lossHeader : [...lossHeader, 'seen p50 ms', 'seen p95 ms', 'sent bytes a key', 'received'],
    rows.map((row) => (isFull ? lossCells(row) : [...lossCells(row), ...speedCells(row)])),
  );
  if (isFull) {
    log(`\n${together}`);
    if (!flags.includes('--save')) return;
    const report = { ...runFacts(), loadBefore, pace, rows };
    const section = `
Measured on ${report.date.slice(0, 10)} with Node ${report.node} on ${report.processor}; load before the run ${loadBefore.toFixed(2)};
${seeds} seeds of ${seconds} seconds, all of a row at once.

${together}
`;
    log(saveResults({ ...part('--full'), report, digits: 2, section }));
    return;
  }
  log('one key, and opening 200 components');
  const bytes = [];
  for (const letters of TEXT_LENGTHS) bytes.push(await measureBytes(server, letters));
  log('50 people in 25 items');
  const cpuMs = await measureCrowd(server);
  log(`${pace.keys.toLocaleString('en')} saves of one key`);
  const sizes = await measureSize(server);
  const others = table(
    ['', 'measured', 'must'],
    [
      ...bytes.flatMap(({ letters, key, whole }) => {
        const text = `a text of ${letters.toLocaleString('en')} letters`;
        return [
          [`bytes sent for one key in ${text}`, Math.round(key.sent).toLocaleString('en'), ''],
          ['the same, to those of a whole component', (key.sent / whole.sent).toFixed(2), '0.5'],
          ['bytes received for it', Math.round(key.received).toLocaleString('en'), ''],
          ['the same, to those of a whole component', (key.received / whole.received).toFixed(2), ''],
        ];
      }),
      [
        `bytes received to open an item of ${OPENED_COMPONENTS} components, to their JSON`,
        (bytes[0]!.opening / bytes[0]!.plain).toFixed(2),
        '1.2',
      ],
      ['server CPU a key, 50 people in 25 items, ms', cpuMs.toFixed(2), '1'],
      [
        `stored draft to its JSON, after ${pace.keys.toLocaleString('en')} saves`,
        (sizes.draft / sizes.plain).toFixed(2),
        '4',
      ],
      ['its saves of the last ten minutes, to its JSON', (sizes.unfolded / sizes.plain).toFixed(0), ''],
      ['its older saves, to its JSON', (sizes.saves / sizes.plain).toFixed(2), '4'],
    ],
  );
  log(`\n${together}\n\n${others}`);
  if (!flags.includes('--save')) return;
  const report = { ...runFacts(), loadBefore, pace, rows, cpuMs, bytes, sizes };
  const section = `
Measured on ${report.date.slice(0, 10)} with Node ${report.node} on ${report.processor}; load before the run ${loadBefore.toFixed(2)};
${seeds} seeds of ${seconds} seconds.

${together}

${others}
`;
  log(saveResults({ ...part(), report, digits: 2, section }));
});
