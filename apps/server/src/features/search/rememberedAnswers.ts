import { LRUCache } from 'lru-cache';
import type { Db } from '../../db/pool.ts';
import type { JsonAnswer } from '../../http/api/jsonAnswer.ts';
import { findSearchState, MAX_ANSWER_AGE_MS } from '../../search/index/searchState.ts';
import type { AnswerThreads, ThreadAnswer } from './threads/answerThreads.ts';
import type { SearchRequest } from './threads/messages.ts';

/** About three thousand searches. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Keys and objects of one answer. */
const ENTRY_BYTES = 1000;

interface Remembered {
  answer: JsonAnswer;
  /** In ms since 1970. From the first instant until the second, the clock changes nothing. */
  from: number;
  until: number;
}

/** A search that several people wait for. */
interface SharedSearch {
  result: Promise<ThreadAnswer>;
  /** When it was asked for, in ms since 1970. */
  from: number;
  waiting: number;
  left: AbortController;
}

type Ask = AnswerThreads<SearchRequest>['ask'];

/**
 * Answers searches from memory for everyone who sees the same. One light statement finds out what the reader sees and
 * what has changed. A search that was not made since is passed on to the threads, once for all who ask at the same
 * time.
 */
export function rememberedAnswers(
  db: Db,
  ask: Ask,
): (request: SearchRequest, left: AbortSignal) => Promise<JsonAnswer> {
  const remembered = new LRUCache<string, Remembered>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ answer }, key) => answer.body.length + key.length + ENTRY_BYTES,
  });
  const askOnce = sharedSearches(ask);

  return async (request, left) => {
    const { reader, query, acceptsBrotli } = request;
    const now = reader.now.getTime();
    const keyOf = (state: string) => JSON.stringify([state, reader.advisorType, acceptsBrotli, query]);
    const key = keyOf(await findSearchState(db, reader));
    const holds = ({ from, until }: Remembered) => from <= now && now < until;
    const known = remembered.get(key);
    if (known && holds(known)) return known.answer;
    const { result, from } = askOnce(key, request, left);
    const { answer, basis } = await result;
    if (basis === undefined) return answer;
    const found = { answer, from, until: Math.min(basis.changesAt, from + MAX_ANSWER_AGE_MS) };
    remembered.set(keyOf(basis.state), found);
    // Who joined a search from before a change by the clock asks for their own.
    return holds(found) ? answer : (await ask(request, left)).answer;
  };
}

/** Asks once for all who wait for the same, until the last of them has left. */
function sharedSearches(ask: Ask): (key: string, request: SearchRequest, left: AbortSignal) => SharedSearch {
  const running = new Map<string, SharedSearch>();

  function start(key: string, request: SearchRequest): SharedSearch {
    const controller = new AbortController();
    const search: SharedSearch = {
      result: ask(request, controller.signal).finally(() => {
        if (running.get(key) === search) running.delete(key);
      }),
      from: request.reader.now.getTime(),
      waiting: 0,
      left: controller,
    };
    running.set(key, search);
    return search;
  }

  return (key, request, left) => {
    const search = running.get(key) ?? start(key, request);
    search.waiting += 1;
    if (left.aborted) leave(search);
    else left.addEventListener('abort', () => leave(search), { once: true });
    return search;

    function leave(one: SharedSearch): void {
      one.waiting -= 1;
      if (one.waiting > 0) return;
      // Who asks from now on must not wait for a canceled search.
      if (running.get(key) === one) running.delete(key);
      one.left.abort();
    }
  };
}
