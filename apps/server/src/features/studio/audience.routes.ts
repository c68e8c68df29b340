import type { FastifyInstance } from 'fastify';
import { countAudience, explainToEditor, findPeople, listAudienceFacts } from '@portico/contracts/studio/audience';
import type { Dependencies } from '../../dependencies.ts';
import { found } from '../../errors.ts';
import { route } from '../../http/api/route.ts';
import { actorOf } from './access/actor.ts';
import { countPeople, explain, findPeopleBy, listFacts } from './audience.queries.ts';
import { readDraft } from './draftStore.queries.ts';
import { assertAllowed } from './standing.queries.ts';
import { findSummary } from './studioItems.queries.ts';

/** What editors ask about the audience of an item. */
export function studioAudienceRoutes(
  portal: FastifyInstance,
  { db, config }: Pick<Dependencies, 'db' | 'config'>,
): void {
  route(portal, countAudience, async ({ body }) => {
    const count = await countPeople(db, body);
    return { ...count, reachedByMail: config.SMTP_URL === undefined ? null : count.reachedByMail };
  });
  route(portal, listAudienceFacts, () => listFacts(db));
  route(portal, findPeople, async ({ query }) => ({ items: await findPeopleBy(db, query) }));
  route(portal, explainToEditor, async ({ params, ...caller }) => {
    const stored = found(await readDraft(db, params.itemId, false), 'item');
    const actor = actorOf(caller);
    await assertAllowed(db, stored, actor, 'open');
    const item = found(await findSummary(db, params.itemId, actor.now), 'item');
    return found(await explain(db, { ...item, fields: stored.draft.fields }, params.personId, actor.now), 'person');
  });
}
