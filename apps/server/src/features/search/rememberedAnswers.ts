import { LRUCache } from 'lru-cache';
import type { Db } from '../../db/pool.ts';
import type { JsonAnswer } from '../../http/api/jsonAnswer.ts';
import { findSearchState, MAX_ANSWER_AGE_MS } from '../../search/index/searchState.ts';
import type { AnswerThreads, ThreadAnswer } from './threads/answerThreads.ts';
import type { SearchRequest } from './threads/messages.ts';

/** Enough for about three thousand searches. */
const MAX_BYTES = 8 * 1024 * 1024;
/** The overhead of a cache entry for its key and objects. */
const ENTRY_BYTES = 1000;

/** The response to a search, and whether it has any result; undefined for a search that nobody waits for. */
export interface SearchedAnswer {
  answer: JsonAnswer;
  hasResults: boolean | undefined;
}

interface Remembered extends SearchedAnswer {
  /** In ms since 1970. Within this interval, the passage of time does not change the answer. */
  from: number;
  until: number;
}

/** A search that several readers wait for. */
interface SharedSearch {
  result: Promise<ThreadAnswer>;
  /** The time of the request, in ms since 1970. */
  from: number;
  waiting: number;
  controller: AbortController;
}

type Ask = AnswerThreads<SearchRequest>['ask'];

/**
 * Answers searches from memory for everyone who sees the same. One cheap statement determines what the reader sees and
 * what has changed. Other searches are passed to the threads, once for all concurrent requests.
 */
export function rememberedAnswers(
  db: Db,
  ask: Ask,
): (request: SearchRequest, signal: AbortSignal) => Promise<SearchedAnswer> {
  const remembered = new LRUCache<string, Remembered>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ answer }, key) => answer.body.length + key.length + ENTRY_BYTES,
  });
  const askOnce = sharedSearches(ask);

  return async (request, signal) => {
    const { reader, query, acceptsBrotli } = request;
    const now = reader.now.getTime();
    const keyOf = (state: string) => JSON.stringify([state, reader.advisorType, acceptsBrotli, query]);
    const key = keyOf(await findSearchState(db, reader));
    const isCurrent = ({ from, until }: Remembered) => from <= now && now < until;
    const known = remembered.get(key);
    if (known && isCurrent(known)) return known;
    const { result, from } = askOnce(key, request, signal);
    const { answer, basis, hasResults } = await result;
    if (basis === undefined) return { answer, hasResults: undefined };
    const found = { answer, hasResults, from, until: Math.min(basis.changesAt, from + MAX_ANSWER_AGE_MS) };
    remembered.set(keyOf(basis.state), found);
    // A reader who joined a search from before a scheduled change gets a new search.
    if (isCurrent(found)) return found;
    const later = await ask(request, signal);
    return { answer: later.answer, hasResults: later.hasResults };
  };
}

/** Runs a search once for all who wait for it, until the last of them has left. */
function sharedSearches(ask: Ask): (key: string, request: SearchRequest, signal: AbortSignal) => SharedSearch {
  const running = new Map<string, SharedSearch>();

  function start(key: string, request: SearchRequest): SharedSearch {
    const controller = new AbortController();
    const search: SharedSearch = {
      result: ask(request, controller.signal).finally(() => {
        if (running.get(key) === search) running.delete(key);
      }),
      from: request.reader.now.getTime(),
      waiting: 0,
      controller,
    };
    running.set(key, search);
    return search;
  }

  return (key, request, signal) => {
    const search = running.get(key) ?? start(key, request);
    search.waiting += 1;
    if (signal.aborted) leave(search);
    else signal.addEventListener('abort', () => leave(search), { once: true });
    return search;

    function leave(one: SharedSearch): void {
      one.waiting -= 1;
      if (one.waiting > 0) return;
      // A later request must not wait for a canceled search.
      if (running.get(key) === one) running.delete(key);
      one.controller.abort();
    }
  };
}
