/**
 * Measures provisioning among many people: lists, filters, changes of groups, and how fast a leaver loses access; `npm
 * run bench -- scim`. results/scim.md says what and how, and has the latest results.
 */
import { loadavg } from 'node:os';
import { withConnection } from '@portico/dev-database/databases';
import { digestOfToken, newTokenSecret } from '@portico/server/sign-in/apiTokens';
import { startSearchDatabase, startSearchServer } from './search/searchDatabase.ts';
import { runFacts, runProgram, type Program } from './program.ts';
import { saveResults, table } from './results.ts';
import { fillProvisioned } from './stage/provisionedPeople.ts';
import { timesOf, type Times } from './timing.ts';

const SIZES = [10_000, 100_000];
const GROUPS = 1000;
const REQUESTS = 20;
const WARM_UP = 3;
/** Numbers of members in one call: up to the maximum, including those that identity providers typically send. */
const MANY = [1, 100, 1000, 10_000];
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

const flags = process.argv.slice(2);
if (flags.some((flag) => flag !== '--save' && flag !== '--quick')) {
  process.stderr.write('Unknown options. The options are --quick (only among 10,000 people) and --save.\n');
  process.exit(2);
}

type Ask = (method: string, path: string, body?: object) => Promise<{ status: number; text: string }>;

interface Row extends Times {
  name: string;
  /** Size of the largest response. */
  bytes: number;
}

/** A measured call. Its path can differ from turn to turn, so that no turn benefits from a cache of the last one. */
interface Call {
  name: string;
  method?: string;
  path: (turn: number) => string;
  body?: (turn: number) => object;
  times?: number;
}

interface Ids {
  people: string[];
  /** Groups with a hundred members. */
  groups: string[];
  everyone: string;
}

const filtered = (kind: 'Users' | 'Groups', filter: string, more = '') =>
  `/${kind}?filter=${encodeURIComponent(filter)}${more}`;

const readsOf = ({ people, groups, everyone }: Ids): Call[] => {
  const person = (turn: number) => (turn * 397) % people.length;
  const name = (turn: number) => `person-${person(turn) + 1}`;
  return [
    { name: 'people, the first 100', path: () => '/Users?count=100' },
    { name: 'people, the last 100', path: () => `/Users?count=100&startIndex=${people.length - 100}` },
    { name: 'people by name', path: () => '/Users?count=100&sortBy=userName' },
    { name: '`userName eq`', path: (turn) => filtered('Users', `userName eq "${name(turn)}"`) },
    { name: '`externalId eq`', path: (turn) => filtered('Users', `externalId eq "entra-${person(turn) + 1}"`) },
    { name: '`id eq`', path: (turn) => filtered('Users', `id eq "${people[person(turn)]}"`) },
    {
      name: '`emails[type eq "work"].value eq`',
      path: (turn) => filtered('Users', `emails[type eq "work"].value eq "${name(turn)}@example.com"`),
    },
    { name: '`groups.value eq`', path: () => filtered('Users', `groups.value eq "${groups[7]}"`) },
    { name: '`displayName co`', path: (turn) => filtered('Users', `displayName co "${person(turn) + 1}"`) },
    {
      name: '`meta.lastModified gt`',
      path: () => filtered('Users', `meta.lastModified gt "${new Date(Date.now() - 60_000).toISOString()}"`),
    },
    { name: '`active eq false`', path: () => filtered('Users', 'active eq false') },
    { name: 'a person', path: (turn) => `/Users/${people[person(turn)]}` },
    { name: 'groups without members', path: () => '/Groups?excludedAttributes=members&count=100' },
    { name: '`displayName eq` of a group', path: (turn) => filtered('Groups', `displayName eq "Group ${turn + 1}"`) },
    {
      name: 'groups by `members.value eq`',
      path: (turn) => filtered('Groups', `members.value eq "${people[person(turn)]}"`, '&attributes=displayName'),
    },
    {
      name: 'a group by `id eq` and `members[value eq]`',
      path: (turn) =>
        filtered('Groups', `id eq "${everyone}" and members[value eq "${people[person(turn)]}"]`, '&attributes=id'),
    },
    { name: 'a group of 100', path: (turn) => `/Groups/${groups[turn % groups.length]}` },
    { name: 'the group of all', path: () => `/Groups/${everyone}`, times: 3 },
  ];
};

const patchOf = (op: string, more: object) => ({ schemas: [PATCH], Operations: [{ op, ...more }] });

const writesOf = ({ people, groups, everyone }: Ids): Call[] => {
  const member = (turn: number) => people[(turn * 7 + 3) % people.length]!;
  const chosen = (id: string) => ({ path: `members[value eq "${id}"]` });
  const added = (ids: string[]) => ({ path: 'members', value: ids.map((value) => ({ value })) });
  const ofGroup = (name: string, id: string): Call[] => [
    {
      name: `${name} loses one`,
      method: 'PATCH',
      path: () => `/Groups/${id}`,
      body: (turn) => patchOf('remove', chosen(member(turn))),
    },
    {
      name: `${name} gets one`,
      method: 'PATCH',
      path: () => `/Groups/${id}`,
      body: (turn) => patchOf('add', added([member(turn)])),
    },
  ];
  return [
    ...ofGroup('a group of 100', groups[11]!),
    ...ofGroup('the group of all', everyone),
    ...MANY.filter((count) => count > 1).map((count): Call => ({
      name: `a group of 100 gets ${count.toLocaleString('en-US')}`,
      method: 'PATCH',
      path: () => `/Groups/${groups[20 + MANY.indexOf(count)]}`,
      body: () => patchOf('add', added(people.slice(-count))),
      times: 1,
    })),
    {
      name: 'a person has another surname',
      method: 'PATCH',
      path: (turn) => `/Users/${member(turn)}`,
      body: (turn) => patchOf('replace', { path: 'name.familyName', value: `Reed ${turn}` }),
    },
  ];
};

async function measureCall(ask: Ask, { name, method = 'GET', path, body, times = REQUESTS }: Call): Promise<Row> {
  const taken: number[] = [];
  let bytes = 0;
  const warmUp = times > 1 && method === 'GET' ? WARM_UP : 0;
  for (let turn = 0; turn < warmUp + times; turn += 1) {
    const begun = performance.now();
    const { status, text } = await ask(method, path(turn), body?.(turn));
    if (turn >= warmUp) taken.push(performance.now() - begun);
    if (status !== 200 && status !== 204) throw new Error(`${name} responded with ${status}: ${text.slice(0, 300)}`);
    bytes = Math.max(bytes, Buffer.byteLength(text));
  }
  return { name, bytes, ...timesOf(taken) };
}

/** Time from the provider's call until the person's next call is rejected, and the duration of the provider's call. */
async function measureLeavers(
  ask: Ask,
  { people }: Ids,
  portal: { url: string; headers(claims: Record<string, unknown>): Promise<Record<string, string>> },
): Promise<{ answered: Times; out: Times }> {
  const answered: number[] = [];
  const out: number[] = [];
  for (let turn = 0; turn < REQUESTS; turn += 1) {
    const person = turn * 31 + 5;
    const headers = await portal.headers({ sub: `entra-${person + 1}` });
    const call = async () => (await fetch(`${portal.url}/api/v1/users/current`, { headers })).status;
    if ((await call()) !== 200) throw new Error('A provisioned person could not sign in');
    const begun = performance.now();
    await ask('PATCH', `/Users/${people[person]}`, patchOf('replace', { path: 'active', value: false }));
    answered.push(performance.now() - begun);
    while ((await call()) === 200);
    out.push(performance.now() - begun);
  }
  return { answered: timesOf(answered), out: timesOf(out) };
}

async function addToken(databaseUrl: string): Promise<string> {
  const secret = newTokenSecret();
  await withConnection(databaseUrl, (client) =>
    client.query(
      `with owner as (insert into users (issuer, subject, roles) values ('bench', 'owner', '{admin}') returning id)
       insert into api_tokens (name, scopes, secret_hash, ending, owner_id, created_at, expires_at)
         select 'Provisioning', '{scim}', $1, 'abcd', id, now(), now() + interval '1 day' from owner`,
      [digestOfToken(secret)],
    ),
  );
  return secret;
}

async function measureSize(people: number, { log, onStop }: Program) {
  log(`Storing ${people} people and ${GROUPS} groups`);
  const database = await startSearchDatabase(onStop);
  const bench = await startSearchServer(database, onStop);
  const ids = await fillProvisioned(database.url, { people, groups: GROUPS, issuer: bench.issuer });
  const authorization = `Bearer ${await addToken(database.url)}`;
  const ask: Ask = async (method, path, body) => {
    const answer = await fetch(`${bench.portalUrl}/scim/v2${path}`, {
      method,
      headers: { authorization, ...(body ? { 'content-type': 'application/scim+json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const rows: Row[] = [];
  for (const call of [...readsOf(ids), ...writesOf(ids)]) {
    const row = await measureCall(ask, call);
    log(`${row.name}: ${row.p50Ms.toFixed(1)} ms`);
    rows.push(row);
  }
  const leavers = await measureLeavers(ask, ids, { url: bench.portalUrl, headers: bench.headers });
  return { people, rows, leavers };
}

type SizeResult = Awaited<ReturnType<typeof measureSize>>;

function tableOf(sizes: SizeResult[]): string {
  const shown = ({ p50Ms, maxMs }: Times) => `${p50Ms.toFixed(1)} / ${maxMs.toFixed(0)}`;
  const heads = sizes.map(({ people }) => `${people.toLocaleString('en-US')} people, p50 / highest ms`);
  const lines = sizes[0]!.rows.map(({ name }, index) => [name, ...sizes.map(({ rows }) => shown(rows[index]!))]);
  return table(
    ['', ...heads],
    [
      ...lines,
      ['a leaver, until the provider has its answer', ...sizes.map(({ leavers }) => shown(leavers.answered))],
      ['a leaver, until their next call is rejected', ...sizes.map(({ leavers }) => shown(leavers.out))],
    ],
  );
}

await runProgram(async (program) => {
  const facts = { ...runFacts(), loadBefore: loadavg()[0]! };
  const sizes: SizeResult[] = [];
  for (const people of flags.includes('--quick') ? SIZES.slice(0, 1) : SIZES) {
    sizes.push(await measureSize(people, program));
    await program.stopAll();
  }
  const shown = tableOf(sizes);
  program.log(`\n${shown}\n`);
  if (!flags.includes('--save')) return;
  const section = `\nMeasured on ${facts.date.slice(0, 10)} with Node ${facts.node} on ${facts.processor}; load before the run ${facts.loadBefore.toFixed(2)}.\n\n${shown}\n`;
  const report = { ...facts, sizes };
  program.log(
    saveResults({
      command: 'npm run bench -- scim',
      page: 'results/scim.md',
      part: 'scim',
      name: 'scim-',
      report,
      digits: 1,
      section,
    }),
  );
});
