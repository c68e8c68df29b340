import { parseArgs } from 'node:util';
import { createPool } from '@portico/server/db/pool';
import type pg from 'pg';
import { commandName } from '../operate/commandName.ts';
import { withPortalDatabase } from '../operate/portalDatabase.ts';
import { ArgumentError, runMain } from '../runMain.ts';
import { dropJobs, listJobs, listUndeliverable, retryJobs } from './jobList.ts';

const name = commandName('jobs');
const usage = `${name} list [--json]
${name} retry <id>… | --failed
${name} drop <id>… | --failed  --yes

list shows every waiting, running or failed background job, with whom it concerns and its last error, and the emails that
the mail server rejected permanently. retry makes jobs due now and resets their attempts; drop deletes them. --failed
selects every job that has no attempts left. Running jobs are left alone. Uses DATABASE_URL, or the database that npm
start uses.
`;

const STATEMENT_TIMEOUT_MS = 60_000;
const MAX_ERROR_LENGTH = 100;

interface Command {
  name: 'list' | 'retry' | 'drop';
  ids: string[];
  isJson: boolean;
  isFailed: boolean;
  isConfirmed: boolean;
}

/** The command, or undefined if the arguments are invalid. */
function readArguments(): Command | 'help' | undefined {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'boolean' },
      failed: { type: 'boolean' },
      yes: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return 'help';
  const [name, ...ids] = positionals;
  const { json: isJson = false, failed: isFailed = false, yes: isConfirmed = false } = values;
  if (name === 'list') return ids.length === 0 && !isFailed ? { name, ids, isJson, isFailed, isConfirmed } : undefined;
  if ((name !== 'retry' && name !== 'drop') || isJson || isFailed !== (ids.length === 0)) return undefined;
  const wrong = ids.find((id) => !/^\d{1,18}$/.test(id));
  if (wrong !== undefined)
    throw new ArgumentError(`There is no job ${wrong}: ids are numbers, as in the list of jobs.`);
  return { name, ids, isJson, isFailed, isConfirmed };
}

/** Exit codes: 0 done, 1 no database or a job that could not be changed, 2 wrong arguments. */
async function main(): Promise<number> {
  const command = readArguments();
  if (command === undefined || command === 'help') {
    process.stdout.write(usage);
    return command === 'help' ? 0 : 2;
  }
  const isDrop = command.name === 'drop';
  const intent = {
    overwrites: isDrop ? 'This deletes jobs without running them.' : undefined,
    isConfirmed: command.isConfirmed,
    changesContent: command.name !== 'list',
  };
  return withPortalDatabase(intent, async ({ applicationUrl: url }) => {
    const pool = createPool({ url, max: 1, prepare: false, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
    try {
      return command.name === 'list' ? await list(pool, command.isJson) : await change(pool, command);
    } finally {
      await pool.end();
    }
  });
}

async function list(pool: pg.Pool, isJson: boolean): Promise<number> {
  const jobs = await listJobs(pool);
  const undeliverable = await listUndeliverable(pool);
  if (isJson) {
    process.stdout.write(`${JSON.stringify({ jobs, undeliverable }, null, 1)}\n`);
    return 0;
  }
  const jobRows = jobs.map((job) => [
    job.id,
    job.job,
    job.state,
    `${job.attempts}/${job.maxAttempts}`,
    job.runAt,
    concernsLabel(job.person, job.concerns),
    (job.lastError ?? '').slice(0, MAX_ERROR_LENGTH),
  ]);
  process.stdout.write(
    jobs.length === 0
      ? 'No jobs.\n'
      : toTable(['ID', 'JOB', 'STATE', 'TRIES', 'RUNS AT', 'CONCERNS', 'LAST ERROR'], jobRows),
  );
  if (undeliverable.length === 0) return 0;
  const mailRows = undeliverable.map(({ at, kind, person, userId, about, reason }) => [
    at,
    kind,
    person ?? userId,
    about ?? '',
    reason,
  ]);
  process.stdout.write(`\nUndeliverable emails\n${toTable(['AT', 'KIND', 'PERSON', 'ABOUT', 'REASON'], mailRows)}`);
  return 0;
}

/** The person's address if known, then the ids in the payload. */
function concernsLabel(person: string | null, concerns: Record<string, unknown>): string {
  const ids = Object.entries(concerns).flatMap(([name, value]) => {
    if (typeof value !== 'string' || (name === 'userId' && person !== null)) return [];
    return [`${name.replace(/Id$/, '')} ${value}`];
  });
  return [...(person === null ? [] : [person]), ...ids].join(', ');
}

async function change(pool: pg.Pool, { name, ids, isFailed }: Command): Promise<number> {
  const chosen = isFailed ? (await listJobs(pool)).filter(({ state }) => state === 'failed').map(({ id }) => id) : ids;
  const changed = await (name === 'retry' ? retryJobs : dropJobs)(pool, chosen);
  const verb = name === 'retry' ? 'will run again' : 'dropped';
  process.stdout.write(`${changed.length} ${changed.length === 1 ? 'job' : 'jobs'} ${verb}.\n`);
  const others = chosen.filter((id) => !changed.includes(id));
  if (others.length === 0) return 0;
  const running = new Set((await listJobs(pool)).map(({ id }) => id));
  for (const id of others)
    process.stderr.write(running.has(id) ? `The job ${id} is running.\n` : `There is no job ${id}.\n`);
  return 1;
}

await runMain(main);

/** Rows as lines with aligned columns, for people. Line breaks inside a cell become spaces. */
function toTable(head: string[], rows: string[][]): string {
  const lines = [head, ...rows].map((cells) => cells.map((cell) => cell.replaceAll(/\s+/g, ' ')));
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => cells[column]!.length)));
  return lines
    .map(
      (cells) =>
        `${cells
          .map((cell, column) => cell.padEnd(widths[column]!))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
