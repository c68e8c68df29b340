import type { AdvisorType } from '@portico/kinds/advisorType';
import { publish, saveDraft, unpublish } from '@portico/server/content/publication';
import { audit } from '@portico/server/db/audit';
import type { Db } from '@portico/server/db/pool';
import { crashDraft } from '@portico/server/testing/processes/crashWriter';
import { testDatabase } from '@portico/server/testing/testDatabase';

export const change = { now: new Date() };

export const addPerson = async (db: Db, name: string, advisorType: string | null, more: object = {}) =>
  (
    await db
      .insertInto('users')
      .values({
        issuer: 'https://idp.test',
        subject: name,
        given_name: name,
        advisor_type: advisorType,
        created_at: '2026-01-01T00:00:00Z',
        ...more,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

/** An item shown to hybrids, then to everyone, then to no one. */
export async function shownItem() {
  const { db, url } = await testDatabase();
  const [hybrid, corporate, editor] = [
    await addPerson(db, 'Ana', 'AdvisorHybrid'),
    await addPerson(db, '=Cora', 'AdvisorCorporate'),
    await addPerson(db, 'Edda', null),
  ];
  await addPerson(db, 'Gone', 'AdvisorHybrid', { disabled_at: '2026-01-02T00:00:00Z' });
  const itemId = crypto.randomUUID();
  const { fields, ...content } = crashDraft(itemId, 1);
  const draft = (header: string, audience: AdvisorType[]) => ({ ...content, fields: { ...fields, header, audience } });
  const by = { ...change, actorId: editor };
  await saveDraft(db, { itemId, kind: 'news', version: 0 }, draft('For hybrids', ['AdvisorHybrid']), by);
  await publish(db, { itemId, version: 1 }, by);
  await audit(db, { actorId: hybrid, action: 'user.signed-in', objectKind: 'user', objectId: hybrid });
  await saveDraft(db, { itemId, kind: 'news', version: 2 }, draft('For all', []), by);
  await publish(db, { itemId, version: 3 }, by);
  await audit(db, { actorId: hybrid, action: 'user.signed-in', objectKind: 'user', objectId: hybrid });
  await audit(db, { actorId: hybrid, action: 'document.downloaded', objectKind: 'document', objectId: itemId });
  await unpublish(db, { itemId, version: 4 }, by);
  await audit(db, { actorId: corporate, action: 'user.signed-in', objectKind: 'user', objectId: corporate });
  return { db, url, itemId, hybrid, corporate, editor };
}
