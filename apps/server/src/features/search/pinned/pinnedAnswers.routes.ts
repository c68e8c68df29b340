import type { FastifyInstance } from 'fastify';
import {
  changePinnedAnswers,
  listPinnedAnswers,
  MAX_PREVIEW_RESULTS,
  previewPinnedAnswer,
  undoPinnedChange,
} from '@portico/contracts/pinnedAnswers';
import type { Dependencies } from '../../../dependencies.ts';
import { route } from '../../../http/api/route.ts';
import { actorOf, assertMayManage } from '../../studio/access/actor.ts';
import { previewReader } from '../../studio/previews/previewReader.ts';
import { searchItems, toPinnedResult } from '../search.queries.ts';
import { changeAnswers, undoChange } from './changePinnedAnswers.ts';
import { findShownItems } from '../findPinned.ts';
import { readList } from './pinnedAnswers.queries.ts';

/** Pinned answers of search, for administrators of the whole studio. */
export function pinnedAnswersRoutes(
  portal: FastifyInstance,
  { db, config, now }: Pick<Dependencies, 'db' | 'config' | 'now'>,
): void {
  route(portal, listPinnedAnswers, ({ person }) => {
    assertMayManage(person);
    return readList(db, now());
  });
  route(portal, changePinnedAnswers, ({ body, ...caller }) => {
    assertMayManage(caller.person);
    return changeAnswers(db, body, actorOf(caller));
  });
  route(portal, undoPinnedChange, ({ params, body, ...caller }) => {
    assertMayManage(caller.person);
    return undoChange(db, { changeId: Number(params.changeId), version: body.version }, actorOf(caller));
  });
  route(portal, previewPinnedAnswer, async ({ person, body: { term, itemIds, personId }, ...caller }) => {
    assertMayManage(person);
    const reader = personId === null ? caller.reader : (await previewReader(db, { personId }, now())).reader;
    const connections = { db, hasSession: false, timeoutMs: config.DATABASE_STATEMENT_TIMEOUT_MS };
    const today = await searchItems(connections, reader, { term });
    const then = await findShownItems(db, reader, itemIds);
    return {
      pinnedToday: today.pinned,
      pinnedThen: then.map(toPinnedResult),
      results: today.groupOrder.flatMap((group) => today[group].results).slice(0, MAX_PREVIEW_RESULTS),
      total: today.groupOrder.reduce((sum, group) => sum + today[group].totalResultCount, 0),
    };
  });
}
