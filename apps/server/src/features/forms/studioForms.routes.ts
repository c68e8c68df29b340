import type { FastifyInstance } from 'fastify';
import { z } from 'zod/mini';
import { formExportPath, listFormEntries, listForms } from '@portico/contracts/forms';
import { dayIn } from '@portico/contracts/times';
import { audit } from '../../db/audit.ts';
import { found } from '../../errors.ts';
import { route } from '../../http/api/route.ts';
import { sendSpreadsheet } from '../../spreadsheets/sendSpreadsheet.ts';
import type { Cell } from '../../spreadsheets/cell.ts';
import type { Dependencies } from '../../dependencies.ts';
import { firmDay } from './dueEntries.ts';
import { entriesTable, type EntriesTable } from './entriesTable.ts';
import { listAllForms, listReceivedEntries, listVersions, readEntries } from './receivedEntries.queries.ts';

const FormParams = z.object({ formId: z.uuid() });

/** Forms for editors. Each read of entries is recorded in the audit log before any entry is sent. Source: TRUST L3. */
export function studioFormsRoutes(
  portal: FastifyInstance,
  { db, config, now }: Pick<Dependencies, 'db' | 'config' | 'now'>,
): void {
  route(portal, listForms, async () => ({ items: await listAllForms(db, firmDay(config, now())) }));

  route(portal, listFormEntries, async ({ person, params: { formId }, query: { page = 1, before } }) => {
    const versions = await listVersions(db, formId);
    const {
      form: { title },
    } = found(versions[0], 'form');
    await audit(db, {
      actorId: person.id,
      action: 'form.entries-read',
      objectKind: 'form',
      objectId: formId,
      details: before === undefined ? { page } : { before },
    });
    const entries = await listReceivedEntries(db, formId, { page, before });
    const used = versions.filter(({ formVersion }) => entries.items.some((entry) => entry.formVersion === formVersion));
    return { ...entries, title, forms: Object.fromEntries(used.map(({ formVersion, form }) => [formVersion, form])) };
  });

  for (const format of ['csv', 'xlsx'] as const) {
    portal.get(
      formExportPath(':formId', format),
      {
        compress: false,
        config: { access: 'editor', isHidden: true },
        schema: { params: FormParams, hide: true },
      },
      async (request, reply) => {
        const { formId } = request.params as z.infer<typeof FormParams>;
        const versions = (await listVersions(db, formId)).map(({ form }) => form);
        const { title } = found(versions[0], 'form');
        const table = entriesTable(versions, config.PUBLIC_URL);
        await audit(db, {
          actorId: request.person!.id,
          action: 'form.entries-exported',
          objectKind: 'form',
          objectId: formId,
          details: { format },
        });
        const chunks = rowsOf(table, readEntries(db, formId));
        return sendSpreadsheet(reply, format, {
          name: `${title} ${dayIn(config.FIRM_TIME_ZONE, now())}`,
          sheetName: 'Entries',
          header: table.header,
          chunks,
        });
      },
    );
  }
}

async function* rowsOf({ rowOf }: EntriesTable, entries: ReturnType<typeof readEntries>): AsyncGenerator<Cell[][]> {
  for await (const chunk of entries) yield chunk.map(rowOf);
}
