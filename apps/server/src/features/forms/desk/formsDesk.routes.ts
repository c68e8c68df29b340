import type { FastifyInstance } from 'fastify';
import {
  addEntryNote,
  changeDeskEntries,
  deleteDeskView,
  getDeskEntry,
  listDeskColleagues,
  listDeskEntries,
  saveDeskView,
} from '@portico/contracts/studio/formsDesk';
import { audit } from '../../../db/audit.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { found } from '../../../errors.ts';
import { route } from '../../../http/api/route.ts';
import { findFormTitle } from '../receivedEntries.queries.ts';
import { changeEntries } from './changeEntries.ts';
import { findDeskEntry, findDeskPage, listColleagues } from './deskEntries.queries.ts';
import { deleteView, saveNote, saveView } from './deskNotes.queries.ts';

/**
 * What editors do with the entries of a form. Each read is recorded in the audit log before any entry is sent. Source:
 * TRUST L3, decisions/0338.
 */
export function formsDeskRoutes(portal: FastifyInstance, { db, notify }: Pick<Dependencies, 'db' | 'notify'>): void {
  route(portal, listDeskColleagues, async () => ({ items: await listColleagues(db) }));

  route(portal, listDeskEntries, async ({ person, params: { formId }, query }) => {
    const page = found(await findDeskPage(db, formId, query, person.id), 'form');
    await audit(db, {
      actorId: person.id,
      action: 'form.entries-read',
      objectKind: 'form',
      objectId: formId,
      details: { desk: true, entries: page.items.length },
    });
    return page;
  });

  route(portal, getDeskEntry, async ({ person, params: { formId, entryId } }) => {
    const entry = found(await findDeskEntry(db, formId, entryId), 'entry');
    await audit(db, {
      actorId: person.id,
      action: 'form.entries-read',
      objectKind: 'form',
      objectId: formId,
      details: { desk: true, entryId },
    });
    return entry;
  });

  route(portal, changeDeskEntries, ({ person, reader, params: { formId }, body }) =>
    changeEntries({ db, notify }, { id: person.id, now: reader.now }, formId, body),
  );

  route(portal, addEntryNote, async ({ person, reader, params, body }) =>
    found(await saveNote(db, { ...params, ...body, userId: person.id, now: reader.now }), 'entry'),
  );

  route(portal, saveDeskView, async ({ person, params: { formId }, body }) => {
    found(await findFormTitle(db, formId), 'form');
    return saveView(db, { ...body, formId, userId: person.id });
  });

  route(portal, deleteDeskView, async ({ person, params: { formId, viewId } }) =>
    deleteView(db, { id: viewId, formId, userId: person.id }),
  );
}
