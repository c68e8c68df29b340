import type { FastifyInstance } from 'fastify';
import type { Audience } from '@portico/kinds/audience';
import {
  countAudience,
  countItemReaders,
  explainToEditor,
  findPeople,
  includesPerson,
  listAudienceFacts,
} from '@portico/contracts/studio/audience';
import type { Dependencies } from '../../dependencies.ts';
import { found, PortalError } from '../../errors.ts';
import { route } from '../../http/api/route.ts';
import { actorOf } from './access/actor.ts';
import { countPeople, explain, findInclusion, findPeopleBy, listFacts } from './audience.queries.ts';
import { readDraft, readDrafts } from './draftStore.queries.ts';
import { assertAllowed, openable } from './standing.queries.ts';
import { findSummary } from './studioItems.queries.ts';

/** Endpoints for editors about the audiences of items. */
export function studioAudienceRoutes(
  portal: FastifyInstance,
  { db, store, config }: Pick<Dependencies, 'db' | 'store' | 'config'>,
): void {
  const count = async (...audiences: Audience[]) => {
    const people = await countPeople(db, ...audiences);
    return { ...people, reachedByMail: config.SMTP_URL === undefined ? null : people.reachedByMail };
  };
  route(portal, countAudience, ({ body }) => count(body));
  route(portal, includesPerson, async ({ body: { personId, ...audience } }) =>
    found(await findInclusion(db, audience, personId), 'person'),
  );
  route(portal, countItemReaders, async ({ body, ...caller }) => {
    const mayOpen = await openable(db, body.itemIds, actorOf(caller));
    if (!body.itemIds.every((id) => mayOpen.has(id))) throw new PortalError('not_found', 'An item was not found.');
    const drafts = await readDrafts(db, body.itemIds);
    return count(...drafts.map(({ draft: { fields } }) => fields));
  });
  route(portal, listAudienceFacts, () => listFacts(db));
  route(portal, findPeople, async ({ query }) => ({ items: await findPeopleBy(db, query) }));
  route(portal, explainToEditor, async ({ params, ...caller }) => {
    const storedDraft = found(await readDraft(db, params.itemId, false), 'item');
    const actor = actorOf(caller);
    await assertAllowed(db, storedDraft, actor, 'open');
    const item = found(await findSummary(db, params.itemId, actor.now), 'item');
    return found(
      await explain({ db, store }, { ...item, fields: storedDraft.draft.fields }, params.personId, actor.now),
      'person',
    );
  });
}
