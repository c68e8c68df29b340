import { isDeepStrictEqual } from 'node:util';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withConnection } from '@portico/dev-database/databases';
import { createDb, createPool } from '@portico/server/db/pool';
import { startTestIssuer } from '@portico/server/testing/testIssuer';
import { grantApplications, startBenchDatabase } from './benchDatabase.ts';
import { builtPortal } from './builtPortal.ts';
import { startChildServer, type ChildServer } from './childServer.ts';
import { portalSettings } from './portalSettings.ts';
import type { SampleSizes } from './sampleContent.ts';
import { captureStatements, type Statement } from './statements.ts';

export const servers = ['portal', 'raw', 'static'] as const;
export type ServerName = (typeof servers)[number];

const ADVISOR_TYPE = 'AdvisorHybrid';

/** The three servers on one database, verified to return the same responses. */
export interface Stage {
  urls: Record<ServerName, string>;
  statements: Statement[];
  databaseUrl: string;
  /** Length of each call's response, by path. */
  bytes: Record<string, number>;
  /** Headers that the portal requires: both tokens of one person. */
  headers: Record<string, string>;
  /** Headers of the same person after another sign-in, so that the portal has to verify the tokens. */
  newHeaders(): Promise<Record<string, string>>;
  /** Starts another portal or raw server, with these arguments for Node. */
  startAnother(server: 'portal' | 'raw', nodeArguments: string[]): Promise<ChildServer>;
  /** Folder that is removed at the end. */
  folder: string;
}

/**
 * Starts everything. Passes each stop function to `onStop` as soon as there is something to stop, so that an
 * interruption leaves nothing behind.
 */
export async function setStage(
  sizes: SampleSizes,
  log: (step: string) => void,
  onStop: (stop: () => Promise<void>) => void,
): Promise<Stage> {
  log(`Filling a database with ${sizes.news} news and ${sizes.events} events`);
  const database = await startBenchDatabase(sizes, new Date());
  onStop(database.stop);
  const issuer = await startTestIssuer();
  onStop(issuer.close);

  const newHeaders = async () => {
    const { idToken, accessToken } = await issuer.tokens({
      sub: 'bench',
      jti: crypto.randomUUID(),
      given_name: 'Ana',
      family_name: 'Brandt',
      'custom:advisorType': ADVISOR_TYPE,
    });
    return { authorization: `Bearer ${accessToken}`, 'id-token': idToken };
  };
  const statementsFile = join(database.folder, 'statements.json');
  const bodiesFile = join(database.folder, 'bodies.json');
  const programs: Record<ServerName, { script: string; env: Record<string, string> }> = {
    portal: {
      script: await builtPortal(log),
      env: { ...portalSettings(database, issuer.issuer), RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'info' },
    },
    raw: {
      script: import.meta.resolve('./rawServer.ts'),
      env: { DATABASE_URL: database.url, STATEMENTS: statementsFile },
    },
    static: { script: import.meta.resolve('./staticServer.ts'), env: { BODIES: bodiesFile } },
  };
  const start = async (name: ServerName, nodeArguments: string[] = []) => {
    const server = await startChildServer(programs[name].script, programs[name].env, nodeArguments);
    onStop(server.stop);
    return server;
  };

  log('Starting the servers');
  const headers = await newHeaders();
  const portal = await start('portal');
  const read = async (url: string): Promise<string> => {
    const answer = await fetch(url, { headers: { ...headers, 'accept-encoding': 'identity' } });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${url} responded with ${answer.status}: ${text}`);
    return text;
  };
  const { items } = JSON.parse(await read(`${portal.url}/api/v1/news`)) as { items: Array<{ id: string }> };
  const userId = await findUserId(database.url);
  const statements = await captureStatements(database.url, { userId, advisorType: ADVISOR_TYPE, newsId: items[3]!.id });
  writeFileSync(statementsFile, JSON.stringify(statements));
  const raw = await start('raw');
  const bodies: Record<string, string> = {};
  for (const { path, name } of statements) {
    bodies[path] = await read(portal.url + path);
    if (!isDeepStrictEqual(JSON.parse(bodies[path]), JSON.parse(await read(raw.url + path))))
      throw new Error(`The raw server's response to ${name} differs from the portal's`);
  }
  writeFileSync(bodiesFile, JSON.stringify(bodies));
  const fixed = await start('static');

  return {
    urls: { portal: portal.url, raw: raw.url, static: fixed.url },
    statements,
    databaseUrl: database.url,
    headers,
    newHeaders,
    folder: database.folder,
    bytes: Object.fromEntries(Object.entries(bodies).map(([path, body]) => [path, Buffer.byteLength(body)])),
    startAnother: start,
  };
}

/** Returns the person that the first call created, after granting them some applications to show. */
async function findUserId(databaseUrl: string): Promise<string> {
  const userId = await withConnection(
    databaseUrl,
    async (client) => (await client.query<{ id: string }>(`select id from users where subject = 'bench'`)).rows[0]!.id,
  );
  const db = createDb(createPool({ url: databaseUrl, max: 1, prepare: false, statementTimeoutMs: 5000 }));
  await grantApplications(db, userId).finally(() => db.destroy());
  return userId;
}
