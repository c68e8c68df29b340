import { grantToApplication } from './grants.ts';
import { migrateToLatest } from './migrate.ts';

/**
 * Makes a database ready for the portal: brings the schema up to date as its owner and gives the application's role, when
 * that is another one, its rights. Returns the names of the migrations applied. Safe with several processes at once.
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

const roleOf = (url: string): string => decodeURIComponent(new URL(url).username);
