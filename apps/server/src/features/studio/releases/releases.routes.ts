import type { FastifyInstance } from 'fastify';
import {
  addToRelease,
  createRelease,
  deleteRelease,
  getRelease,
  listReleases,
  previewRelease,
  publishRelease,
  removeFromRelease,
  undoRelease,
  updateRelease,
} from '@portico/contracts/studio/releases';
import { rescheduleStudioItem, unscheduleStudioItem } from '@portico/contracts/studio/studio';
import { CannotGoLive } from '../../../content/goLive.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { PortalError } from '../../../errors.ts';
import { route } from '../../../http/api/route.ts';
import type { Person } from '../../../sign-in/people.ts';
import type { Reader } from '../../../visibility/visibility.ts';
import { assertCanNotify } from '../assertCanNotify.ts';
import { actorOf, type StudioActor } from '../access/actor.ts';
import { assertMayRelease } from './access.ts';
import { addItems, changeRelease, createNewRelease, removeItem, removeRelease } from './changeReleases.ts';
import { publishWaitingRelease, undoLiveRelease } from './goLive.queries.ts';
import { rescheduleItem, unscheduleItem } from './scheduling.ts';
import { openItem } from '../studio.routes.ts';
import { rehearseRelease } from './rehearseRelease.ts';
import { findRelease, listAllReleases } from './releases.queries.ts';
import { linkFactsOf } from '../links/deadLinks.queries.ts';

/** Releases: items that go live at the same instant, all or none. */
export function releasesRoutes(portal: FastifyInstance, { db, config }: Pick<Dependencies, 'db' | 'config'>): void {
  const answer = async (caller: Caller, releaseId: string, work: (editor: StudioActor) => Promise<void>) => {
    const editor = releaserOf(caller);
    await work(editor);
    return findRelease(db, releaseId, editor);
  };
  route(portal, unscheduleStudioItem, async ({ params, ...caller }) => {
    await unscheduleItem(db, params.itemId, actorOf(caller));
    return openItem(db, actorOf(caller), params.itemId);
  });
  route(portal, rescheduleStudioItem, async ({ params, body, ...caller }) => {
    await rescheduleItem(db, params.itemId, body.goesLiveAt, actorOf(caller));
    return openItem(db, actorOf(caller), params.itemId);
  });
  route(portal, listReleases, async (caller) => {
    releaserOf(caller);
    return { items: await listAllReleases(db) };
  });
  route(portal, createRelease, ({ body, ...caller }) =>
    answer(caller, body.id, (editor) => createNewRelease(db, body, editor)),
  );
  route(portal, getRelease, ({ params, ...caller }) => answer(caller, params.releaseId, async () => {}));
  route(portal, updateRelease, ({ params, body, ...caller }) =>
    answer(caller, params.releaseId, (editor) => changeRelease(db, params.releaseId, body, editor)),
  );
  route(portal, deleteRelease, ({ params, ...caller }) => removeRelease(db, params.releaseId, releaserOf(caller)));
  route(portal, addToRelease, ({ params, body, ...caller }) => {
    assertCanNotify(config, body.notifyBy);
    return answer(caller, params.releaseId, (editor) =>
      addItems(db, params.releaseId, body, { ...editor, ...linkFactsOf(config, editor.now) }),
    );
  });
  route(portal, removeFromRelease, ({ params, ...caller }) =>
    answer(caller, params.releaseId, (editor) => removeItem(db, params.releaseId, params.itemId, editor)),
  );
  route(portal, publishRelease, ({ params, body, ...caller }) =>
    answer(caller, params.releaseId, (editor) =>
      reportProblems(publishWaitingRelease(db, params.releaseId, editor.now, { editor, seen: body.version })),
    ),
  );
  route(portal, undoRelease, ({ params, body, ...caller }) =>
    answer(caller, params.releaseId, (editor) => undoLiveRelease(db, params.releaseId, body.version, editor)),
  );
  route(portal, previewRelease, ({ params, query, ...caller }) =>
    reportProblems(rehearseRelease(db, params.releaseId, query, releaserOf(caller))),
  );
}

interface Caller {
  person: Person;
  reader: Reader;
}

/** Throws `forbidden` for people who cannot publish. */
function releaserOf(caller: Caller): StudioActor {
  const actor = actorOf(caller);
  assertMayRelease(actor);
  return actor;
}

/** Converts the problems that stop a release into a conflict with the reason for each item. */
async function reportProblems<Result>(attempt: Promise<Result>): Promise<Result> {
  try {
    return await attempt;
  } catch (error) {
    if (!(error instanceof CannotGoLive)) throw error;
    const issues = error.problems.map(({ itemId, message }) => ({ path: itemId, message }));
    const detail =
      issues.length === 0 ? 'The release has no items.' : 'Nothing went live, because some items have problems.';
    throw new PortalError('conflict', detail, { issues, cause: error });
  }
}
