import { hash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { z } from 'zod/mini';
import type { Config } from '../config.ts';
import { withConnection } from '../db/connection.ts';
import { directUrl } from '../db/prepareDatabase.ts';
import { queryRows } from '../db/rows.ts';

type ServerSettings = Pick<
  Config,
  'BACKUP_VERIFY_DATABASE_URL' | 'DATABASE_OWNER_URL' | 'DATABASE_URL' | 'DATABASE_LISTEN_URL'
>;

/** A database on the server in which backups are verified. */
export const scratchServer = (config: ServerSettings): string =>
  config.BACKUP_VERIFY_DATABASE_URL ?? config.DATABASE_OWNER_URL ?? directUrl(config);

const ScratchRole = z.object({ name: z.string(), mayCreate: z.boolean() });

/** The role that would create the scratch database, quoted as in SQL, and whether it may. */
export async function readScratchRole(config: ServerSettings): Promise<z.infer<typeof ScratchRole>> {
  const [role] = await withConnection(scratchServer(config), (client) =>
    queryRows(
      client,
      ScratchRole,
      `select quote_ident(rolname) as name, rolcreatedb or rolsuper as "mayCreate" from pg_roles where rolname = current_user`,
    ),
  );
  return role!;
}

/** The prefix of the names of one portal's scratch databases. */
export const scratchPrefix = (portal: string): string => `portico_verify_${hash('sha256', portal).slice(0, 8)}_`;

const Found = z.object({ name: z.string() });

/**
 * Creates an empty database next to the one in `serverUrl`, lets `use` fill it, and drops it. Databases left by a
 * killed process of the same portal are dropped first; `portal` distinguishes portals that share the server.
 */
export function withScratchDatabase<Result>(
  { serverUrl, portal }: { serverUrl: string; portal: string },
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const prefix = scratchPrefix(portal);
  const name = prefix + randomBytes(4).toString('hex');
  const drop = (client: pg.Client, database: string) =>
    client.query(`drop database if exists ${pg.escapeIdentifier(database)} with (force)`);
  return withConnection(serverUrl, async (client) => {
    await client.query('set statement_timeout to 0');
    const left = await queryRows(
      client,
      Found,
      `select datname as name from pg_database where starts_with(datname, $1)`,
      [prefix],
    );
    for (const { name: database } of left) await drop(client, database);
    await client.query(`create database ${pg.escapeIdentifier(name)} template template0`);
    try {
      return await use(Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href);
    } finally {
      await drop(client, name);
    }
  });
}
