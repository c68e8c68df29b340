import { TEST_AUDIENCE, TEST_CLIENT_ID } from '@portico/server/testing/testIssuer';
import type { BenchDatabase } from './benchDatabase.ts';

/** Settings of a portal on this database that accepts the tokens of this issuer. */
export const portalSettings = (
  { url, folder }: Pick<BenchDatabase, 'url' | 'folder'>,
  issuer: string,
): Record<string, string> => ({
  HOST: '127.0.0.1',
  DATABASE_URL: url,
  PORTICO_DATA_DIR: folder,
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: TEST_CLIENT_ID,
  OIDC_AUDIENCE: TEST_AUDIENCE,
});
