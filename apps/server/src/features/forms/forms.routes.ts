import type { FastifyInstance } from 'fastify';
import {
  correctEntry,
  deleteFormFile,
  discardSavedEntry,
  getForm,
  getOwnEntry,
  listOpenForms,
  listOwnEntries,
  saveEntry,
  submitEntry,
} from '@portico/contracts/forms';
import { isEmailAddress } from '@portico/kinds/emailAddress';
import { valueAt } from '@portico/contracts/formRules';
import { found } from '../../errors.ts';
import { route } from '../../http/api/route.ts';
import type { Dependencies } from '../../dependencies.ts';
import { announce } from '../../push/announce.ts';
import { openCorrection } from './correction.ts';
import { findMailAddress, findOwnEntry, listEntriesOf } from './entries.queries.ts';
import { removeFormFile } from './formFiles.ts';
import { findForm } from './forms.queries.ts';
import { listOpenFormsOf } from './openForms.queries.ts';
import { discardSaved, saveValues } from './savedEntries.queries.ts';
import { assertAliases, submitValues, uploadsOf, usableForm } from './submission.ts';

export function formsRoutes(
  portal: FastifyInstance,
  { db, store, config, notify, now }: Pick<Dependencies, 'db' | 'store' | 'config' | 'notify' | 'now'>,
): void {
  route(portal, listOpenForms, async ({ reader }) => ({ items: await listOpenFormsOf(db, reader) }));
  route(portal, getForm, async ({ reader, params }) => found(await findForm(db, reader, params.formId), 'form'));

  route(portal, saveEntry, async ({ person, reader, params: { formId }, body }) => {
    const { form } = await usableForm(db, reader, formId, body.formVersion);
    assertAliases(form, body.values);
    const fileIds = uploadsOf(form)
      .flatMap(({ alias }) => valueAt(body.values, alias))
      .filter((id) => typeof id === 'string');
    return saveValues(db, { userId: person.id, formId, ...body, now: reader.now, fileIds });
  });

  route(portal, discardSavedEntry, async ({ person, params: { formId } }) => {
    await discardSaved(db, { userId: person.id, formId }, now());
    await announce(db, 'forms', person.id);
  });

  route(portal, submitEntry, async ({ person, reader, params: { formId }, body, idempotencyKey }) => {
    const receipt = await submitValues({ db, notify }, reader, { formId, ...body, key: idempotencyKey });
    return {
      ...receipt,
      isMailed: config.SMTP_URL !== undefined && isEmailAddress(await findMailAddress(db, person.id)),
    };
  });

  route(portal, listOwnEntries, ({ reader, query: { page = 1 } }) => listEntriesOf(db, reader, page));
  route(portal, getOwnEntry, async ({ person, params }) =>
    found(await findOwnEntry(db, person.id, params.entryId), 'entry'),
  );
  route(portal, correctEntry, async ({ person, reader, params }) => {
    const path = await openCorrection(db, reader, params.entryId);
    await announce(db, 'forms', person.id);
    return { path };
  });
  route(portal, deleteFormFile, ({ person, params }) =>
    removeFormFile({ db, store }, { userId: person.id, ...params }),
  );
}
