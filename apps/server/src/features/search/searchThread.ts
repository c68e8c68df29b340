/**
 * The entry point of a search thread. It uses its own database connections and serializes the answers, so that the main
 * thread only sends the bytes.
 */
import { hash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { brotliCompressSync } from 'node:zlib';
import { createDb, createPool } from '../../db/pool.ts';
import { checkRows } from '../../db/rows.ts';
import { brotliOptions, MIN_COMPRESSED_BYTES } from '../../http/api/compression.ts';
import { SEARCH_SESSION } from '../../search/searchTransaction.ts';
import { findAnswerBasis } from '../../search/index/searchState.ts';
import { searchItems } from './search.queries.ts';
import { failureOf } from './threads/failures.ts';
import type { FromThread, SearchRequest, ThreadSettings, ToThread } from './threads/messages.ts';

const { databaseUrl, prepare, searchesPerThread, timeoutMs, areRowsChecked } = workerData as ThreadSettings;
const port = parentPort!;

if (areRowsChecked) checkRows();
const pool = createPool({
  url: databaseUrl,
  max: searchesPerThread,
  prepare,
  behindPooler: !prepare,
  statementTimeoutMs: timeoutMs,
  session: SEARCH_SESSION,
});
// The pool opens another connection for the next search.
const db = createDb(pool);
const running = new Map<number, AbortController>();

async function answer(id: number, { reader, query, acceptsBrotli }: SearchRequest, signal: AbortSignal): Promise<void> {
  const basis = await findAnswerBasis(db, reader);
  const answered = await searchItems({ db, hasSession: prepare, timeoutMs, signal }, reader, query);
  const hasResults = answered.pinned.length + answered.groupOrder.length > 0;
  const json = new TextEncoder().encode(JSON.stringify(answered));
  const isBrotli = acceptsBrotli && json.length >= MIN_COMPRESSED_BYTES;
  const body = isBrotli ? new Uint8Array(brotliCompressSync(json, brotliOptions)) : json;
  send({ id, body, etag: `W/"${hash('sha1', json, 'base64url')}"`, isBrotli, basis, hasResults }, [body.buffer]);
}

async function run(id: number, request: SearchRequest): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  try {
    await answer(id, request, controller.signal);
  } catch (error) {
    const isCanceled = controller.signal.aborted;
    send(isCanceled ? { id, body: new Uint8Array(), etag: '', isBrotli: false } : { id, failure: failureOf(error) });
  } finally {
    running.delete(id);
  }
}

const send = (message: FromThread, transferred: ArrayBuffer[] = []): void => port.postMessage(message, transferred);

port.on('message', (message: ToThread<SearchRequest>) => {
  if (message === 'close') void db.destroy().finally(() => port.close());
  else if ('request' in message) void run(message.id, message.request);
  else running.get(message.id)?.abort();
});
