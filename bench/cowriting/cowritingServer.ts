import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tokens } from '@portico/client/createClient';
import type { Change } from '@portico/contracts/studio/draft';
import type { StudioItem } from '@portico/contracts/studio/studio';
import { HOUR_MS } from '@portico/contracts/durations';
import { withConnection } from '@portico/dev-database/databases';
import { plainText } from '@portico/kinds/plainText';
import { createDb, createPool } from '@portico/server/db/pool';
import { foldStudioSaves } from '@portico/server/features/studio/foldSaves.jobs';
import { treeCpuMs } from '../marks/processes.ts';
import { startSearchDatabase, startSearchServer } from '../search/searchDatabase.ts';

/** The real server on an empty database, with people who may edit. */
export interface CowritingServer {
  url: string;
  /** The tokens of one of the editors. */
  tokensOf: (number: number) => () => Tokens;
  createItem: (id: string, changes: Change[]) => Promise<void>;
  /** The stored text of each component. */
  textsOf: (id: string) => Promise<Map<string, string>>;
  /** CPU milliseconds that the server and its threads have used so far, without PostgreSQL. */
  cpuMs: () => number;
  /** Bytes of JSON of the plain draft, and bytes stored for it: in its row, and in the rows of its saves. */
  sizesOf: (id: string) => Promise<{ plain: number; draft: number; saves: number }>;
  /** Folds all saves, as the portal does some minutes after they were made. */
  fold: () => Promise<void>;
}

/** A person for each of 50 writers: a save is announced to all tabs of a person, whatever is open in them. */
export const MAX_EDITORS = 50;
const BUSY_MS = 500;

export async function startCowritingServer(onStop: (stop: () => Promise<void>) => void): Promise<CowritingServer> {
  const database = await startSearchDatabase(onStop);
  const server = await startSearchServer(database, onStop);
  const headers = await Promise.all(
    Array.from({ length: MAX_EDITORS }, (_, number) =>
      server.headers({ sub: `writer${number}`, given_name: `Writer ${number}`, 'custom:roles': ['editor'] }),
    ),
  );
  /** As a page does, repeats a call that a busy server turned away. */
  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    for (;;) {
      const response = await fetch(`${server.portalUrl}/api/v1/studio${path}`, {
        ...init,
        headers: { ...headers[0], 'content-type': 'application/json' },
      });
      if (response.ok) return response;
      if (response.status !== 503)
        throw new Error(`${path} responded with ${response.status}: ${await response.text()}`);
      await sleep(BUSY_MS);
    }
  };
  const post = (path: string, body: unknown) => ask(path, { method: 'POST', body: JSON.stringify(body) });
  return {
    url: server.portalUrl,
    tokensOf: (number) => {
      const own = headers[number % MAX_EDITORS]!;
      const tokens = { idToken: own['id-token']!, accessToken: own['authorization']!.slice('Bearer '.length) };
      return () => tokens;
    },
    createItem: async (id, changes) => {
      await post('/items', { id, kind: 'news' });
      const ids = { clientId: randomUUID(), batchId: randomUUID() };
      await post(`/items/${id}/changes`, { ...ids, base: 0, changes });
    },
    textsOf: async (id) => {
      const response = await ask(`/items/${id}`);
      const { draft } = (await response.json()) as StudioItem;
      return new Map(
        draft.trees.components.map((each) => [each.id, each.type === 'BodyText' ? plainText(each.body) : '']),
      );
    },
    cpuMs: () => treeCpuMs(server.pid),
    sizesOf: (id) =>
      withConnection(database.url, async (client) => {
        const { rows } = await client.query<{ plain: number; draft: number; saves: number }>(
          `select length(draft::text)::int as plain, (pg_column_size(draft) + pg_column_size(stamps))::int as draft,
            (select coalesce(sum(pg_column_size(change)), 0) from studio_changes change where item_id = $1)::int as saves
          from studio_drafts where item_id = $1`,
          [id],
        );
        return rows[0]!;
      }),
    fold: async () => {
      const db = createDb(createPool({ url: database.url, max: 1, prepare: true, statementTimeoutMs: 600_000 }));
      try {
        await foldStudioSaves({}, { db, now: () => new Date(Date.now() + HOUR_MS) });
      } finally {
        await db.destroy();
      }
    },
  };
}
