import { join } from 'node:path';
import { loadSetting } from '@portico/server/config';
import { databaseLabel } from '@portico/server/db/databaseLabel';
import { createDb, createPool } from '@portico/server/db/pool';
import { readReadOnlyMode } from '@portico/server/db/readOnlyMode';
import { readRowOrThrow } from '@portico/server/db/rows';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import { root } from '../root.ts';
import { ArgumentError } from '../runMain.ts';
import { readRunSettings } from '../settings.ts';
import { accountWarning } from './account.ts';
import { isInstallation, settingsFiles } from './installation.mjs';

export interface PortalDatabase {
  /** As the role that owns the tables. */
  ownerUrl: string;
  /** As the role that the portal serves requests with. */
  applicationUrl: string;
  dataDir: string;
}

interface Intent {
  /**
   * What the command replaces or deletes, as in “This restores … into this database”, or a function that returns it, or
   * throws what prevents it; undefined if the command does neither.
   */
  overwrites?: string | ((database: PortalDatabase) => Promise<string>) | undefined;
  /** Whether the operator has agreed to that. */
  isConfirmed?: boolean | undefined;
  /** Whether the command changes what people see, which read-only mode forbids. */
  changesContent?: boolean;
}

const STATEMENT_TIMEOUT_MS = 60_000;

/** Where the settings of this command come from, in words. */
export const settingsSource = (): string => settingsFiles(process.env).join(', ') || 'the environment';

/**
 * Prints which database a command works on, and passes it to `work`: the one in the settings or, in a checkout that is
 * no installation, the one that `npm start` uses. Throws before anything is changed if the portal is read-only, or if
 * the operator has not agreed to what is overwritten. A trial’s own database needs no agreement.
 */
export async function withPortalDatabase<Result>(
  intent: Intent,
  work: (database: PortalDatabase) => Promise<Result>,
): Promise<Result> {
  const { databaseUrl, dataDir } = readRunSettings(process.env);
  const warning = process.env['PORTICO_COMMAND'] === undefined ? accountWarning(dataDir) : undefined;
  if (warning) process.stderr.write(`${warning}\n`);
  if (databaseUrl === undefined) return withTrialDatabase(intent, dataDir, work);
  const applicationUrl = loadSetting('DATABASE_URL', process.env);
  const ownerUrl = loadSetting('DATABASE_OWNER_URL', process.env) ?? applicationUrl;
  process.stderr.write(`Database ${databaseLabel(ownerUrl)}, from ${settingsSource()}.\n`);
  const database = { ownerUrl, applicationUrl, dataDir };
  if (intent.overwrites !== undefined && !intent.isConfirmed) {
    const what = typeof intent.overwrites === 'string' ? intent.overwrites : await intent.overwrites(database);
    throw new ArgumentError(`${what} Nothing was changed. To go ahead, add --yes.`);
  }
  if (intent.changesContent) await assertWritable(ownerUrl);
  return work(database);
}

async function withTrialDatabase<Result>(
  { changesContent }: Intent,
  dataDir: string,
  work: (database: PortalDatabase) => Promise<Result>,
): Promise<Result> {
  if (process.env['PORTICO_COMMAND'] !== undefined)
    throw new Error(
      `DATABASE_URL is not set in ${settingsSource()}. Set it there, or name the settings file with --settings.`,
    );
  if (isInstallation(root, process.env))
    throw new Error(
      'DATABASE_URL is not set, and only a trial starts a database. Use the command portico (bin/portico.mjs), which reads the settings file.',
    );
  // Only trials have its packages.
  const { startEmbeddedDatabase } = await import('@portico/dev-database/embeddedDatabase');
  process.stderr.write(`The embedded database in ${join(dataDir, 'postgres')}.\n`);
  const embedded = await startEmbeddedDatabase({ dataDir: join(dataDir, 'postgres') });
  try {
    if (changesContent) await assertWritable(embedded.url);
    return await work({ ownerUrl: embedded.url, applicationUrl: embedded.applicationUrl, dataDir });
  } finally {
    // It is left running if the portal is using it.
    if (!embedded.adopted) await embedded.stop();
  }
}

const Found = z.object({ exists: z.boolean() });

async function assertWritable(url: string): Promise<void> {
  const db = createDb(createPool({ url, max: 1, prepare: false, statementTimeoutMs: STATEMENT_TIMEOUT_MS }));
  try {
    // A database without a schema is not read-only.
    const { exists } = await readRowOrThrow(db, Found, sql`select to_regclass('maintenance') is not null as exists`);
    const { isReadOnly, until } = exists ? await readReadOnlyMode(db) : { isReadOnly: false, until: null };
    if (isReadOnly)
      throw new Error(
        `The portal is read-only${until === null ? '' : `, probably until ${until}`}, so nothing was changed. Try again afterward, or turn read-only mode off under Administration → Maintenance.`,
      );
  } finally {
    await db.destroy();
  }
}
