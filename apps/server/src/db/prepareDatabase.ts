import type { Config } from '../config.ts';
import { grantToApplication } from './grants.ts';
import { migrateToLatest } from './migrate.ts';

/**
 * Prepares a database for the portal: brings the schema up to date as its owner and grants the application's role, if
 * it is a different one, its rights. Returns the names of the migrations applied. Safe for concurrent processes.
 */
export async function prepareDatabase(parts: {
  ownerUrl: string;
  applicationUrl: string;
  onProgress?: (migration: string) => void;
}): Promise<string[]> {
  const { ownerUrl, applicationUrl, onProgress } = parts;
  const applied = await migrateToLatest(ownerUrl, onProgress);
  const role = roleOf(applicationUrl);
  if (role !== roleOf(ownerUrl)) await grantToApplication(ownerUrl, role);
  return applied;
}

/** The address that bypasses the pooler, as the application's role. Migrations hold a lock for a whole session. */
export function directUrl(config: Pick<Config, 'DATABASE_URL' | 'DATABASE_LISTEN_URL'>): string {
  return config.DATABASE_LISTEN_URL ?? config.DATABASE_URL;
}

const roleOf = (url: string): string => decodeURIComponent(new URL(url).username);
