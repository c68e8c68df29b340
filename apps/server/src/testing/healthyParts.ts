import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withConnection } from '@portico/dev-database/databases';
import { expect, onTestFinished } from 'vitest';
import { examine } from '../doctor/examine.ts';
import type { Finding } from '../doctor/findings.ts';
import { startMailServer } from './services/mailServer.ts';
import { testDatabase, type TestDatabase } from './testDatabase.ts';
import { startTestIssuer, TEST_AUDIENCE, TEST_CLIENT_ID } from './testIssuer.ts';

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-doctor-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Settings without any problem, and the parts they refer to. */
export async function healthyParts() {
  const database = await testDatabase();
  const issuer = await startTestIssuer();
  onTestFinished(() => issuer.close());
  const mail = await startMailServer();
  const env = {
    DATABASE_URL: database.applicationUrl,
    DATABASE_OWNER_URL: database.url,
    OIDC_ISSUER: issuer.issuer,
    OIDC_CLIENT_ID: TEST_CLIENT_ID,
    OIDC_AUDIENCE: TEST_AUDIENCE,
    SMTP_URL: mail.url,
    PORTICO_DATA_DIR: await temporaryFolder(),
    FILES_QUOTA_BYTES: '1000',
  };
  return { database, issuer, env };
}

/** The findings about a portal's parts before it starts, other than those that are fine. */
export async function troubles(env: Record<string, string>): Promise<Finding[]> {
  return (await examine(env, false)).filter(({ status }) => status !== 'OK');
}

export const problemsOf = (findings: Finding[]) => findings.filter(({ status }) => status === 'problem');
export const asOwner = (database: TestDatabase, statement: string) =>
  withConnection(database.url, (client) => client.query(statement));

/** A finding whose texts match these patterns. */
export const matching = (status: Finding['status'], patterns: { what?: RegExp; advice?: RegExp }) => ({
  status,
  ...Object.fromEntries(
    Object.entries(patterns).map(([name, pattern]) => [name, expect.stringMatching(pattern) as string]),
  ),
});
