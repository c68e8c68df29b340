import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod/mini';
import { formFilesPath } from '@portico/contracts/forms';
import {
  addEntryNote,
  changeDeskEntries,
  compareFormVersions,
  countDeskAnswers,
  deleteDeskView,
  getDeskEntry,
  listAssignedEntries,
  listDeskColleagues,
  listDeskEntries,
  returnDeskEntry,
  saveFormLimits,
  saveDeskView,
} from '@portico/contracts/studio/formsDesk';
import { dayIn } from '@portico/contracts/times';
import { audit } from '../../../db/audit.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { found } from '../../../errors.ts';
import { route } from '../../../http/api/route.ts';
import { contentDisposition } from '../../../http/headers/contentDisposition.ts';
import { saveLimits } from '../formLimits.queries.ts';
import { firmDay } from '../dueEntries.ts';
import { findFormTitle } from '../receivedEntries.queries.ts';
import { countAnswers } from './answerCounts.queries.ts';
import { listAssigned } from './assignedEntries.queries.ts';
import { changeEntries } from './changeEntries.ts';
import { findDeskEntry, findDeskPage, listColleagues } from './deskEntries.queries.ts';
import { deleteView, saveNote, saveView } from './deskNotes.queries.ts';
import { entryFiles } from './entryFiles.ts';
import { returnEntry } from './returnEntry.ts';
import { findVersions } from './versions.queries.ts';

const FormParams = z.object({ formId: z.uuid() });

/**
 * What editors do with the entries of a form. Each read is recorded in the audit log before any entry is sent. Source:
 * TRUST L3, decisions/0338.
 */
export function formsDeskRoutes(
  portal: FastifyInstance,
  { db, store, config, notify, now }: Pick<Dependencies, 'db' | 'store' | 'config' | 'notify' | 'now'>,
): void {
  const deskReader = (userId: string, at: Date) => ({ userId, ...firmDay(config, at) });

  route(portal, listAssignedEntries, async ({ person, reader, query: { page = 1 } }) => {
    const entries = await listAssigned(db, deskReader(person.id, reader.now), page);
    if (entries.items.length > 0)
      await audit(db, {
        actorId: person.id,
        action: 'form.entries-read',
        objectKind: 'user',
        objectId: person.id,
        details: { desk: true, assigned: entries.items.length },
      });
    return entries;
  });

  route(portal, listDeskColleagues, async () => ({ items: await listColleagues(db) }));

  route(portal, listDeskEntries, async ({ person, reader, params: { formId }, query }) => {
    const page = found(await findDeskPage(db, formId, query, deskReader(person.id, reader.now)), 'form');
    await audit(db, {
      actorId: person.id,
      action: 'form.entries-read',
      objectKind: 'form',
      objectId: formId,
      details: { desk: true, entries: page.items.length },
    });
    return page;
  });

  route(portal, countDeskAnswers, async ({ person, reader, params: { formId }, query }) => {
    const counts = found(await countAnswers(db, formId, query, deskReader(person.id, reader.now)), 'form');
    await audit(db, {
      actorId: person.id,
      action: 'form.entries-read',
      objectKind: 'form',
      objectId: formId,
      details: { desk: true, counted: counts.total },
    });
    return counts;
  });

  route(portal, compareFormVersions, async ({ params: { formId }, query }) =>
    found(await findVersions(db, formId, query), 'version'),
  );

  route(portal, getDeskEntry, async ({ person, reader, params: { formId, entryId } }) => {
    const entry = found(await findDeskEntry(db, formId, entryId, firmDay(config, reader.now)), 'entry');
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

  route(portal, returnDeskEntry, ({ person, reader, params, body }) =>
    returnEntry({ db, notify, config }, { id: person.id, now: reader.now }, params, body),
  );

  route(portal, addEntryNote, async ({ person, reader, params, body }) =>
    found(await saveNote(db, { ...params, ...body, userId: person.id, now: reader.now }), 'entry'),
  );

  route(portal, saveFormLimits, async ({ person, params: { formId }, body }) => {
    found(await findFormTitle(db, formId), 'form');
    return saveLimits(db, person.id, formId, body);
  });

  route(portal, saveDeskView, async ({ person, params: { formId }, body }) => {
    found(await findFormTitle(db, formId), 'form');
    return saveView(db, { ...body, formId, userId: person.id });
  });

  route(portal, deleteDeskView, async ({ person, params: { formId, viewId } }) =>
    deleteView(db, { id: viewId, formId, userId: person.id }),
  );

  // A link cannot send headers, so the tokens come from the cookies, as for pictures.
  portal.get(
    formFilesPath(':formId'),
    {
      compress: false,
      config: { access: 'editor', isHidden: true, tokensIn: 'cookies' },
      schema: { params: FormParams, hide: true },
    },
    async (request, reply) => {
      const { formId } = request.params as z.infer<typeof FormParams>;
      const title = found(await findFormTitle(db, formId), 'form');
      await audit(db, {
        actorId: request.person!.id,
        action: 'form.files-exported',
        objectKind: 'form',
        objectId: formId,
      });
      const name = `${title} ${dayIn(config.FIRM_TIME_ZONE, now())}`.replaceAll(/[\\/:*?"<>|\p{C}]/gu, '_');
      return reply
        .type('application/zip')
        .header('cache-control', 'private, no-store')
        .header('content-disposition', contentDisposition('attachment', `${name}.zip`))
        .send(Readable.from(entryFiles({ db, store }, formId), { objectMode: false }));
    },
  );
}
