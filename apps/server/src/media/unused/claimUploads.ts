import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { uploadsIn } from '@portico/authoring/uploadsIn';
import type { Change } from '@portico/contracts/studio/draft';
import { readRows } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { PortalError } from '../../errors.ts';

const UploadRow = z.object({ id: z.uuid() });

/**
 * Marks the pictures and files that these changes name as used, so that a concurrent sweep skips them. Throws
 * `invalid_input` if a sweep has removed one.
 */
export async function claimUploads(trx: Transaction<DB>, changes: Change[]): Promise<void> {
  const named = new Map<string, string>();
  changes.forEach((change, index) => {
    for (const id of uploadsIn(change)) named.set(id, `changes.${index}`);
  });
  if (named.size === 0) return;
  const ids = [...named.keys()].sort();
  const uploads = await readRows(
    trx,
    UploadRow,
    sql`
      with held_pictures as (select id from pictures where id = any (${ids}::uuid[]) order by id for key share),
        held_files as (select id from files where id = any (${ids}::uuid[]) order by id for key share)
      select id from held_pictures union all select id from held_files`,
  );
  for (const table of ['pictures', 'files'] as const)
    await sql`
      update ${sql.table(table)} set unused_since = null where id in (
        select id from ${sql.table(table)} where id = any (${ids}::uuid[]) and unused_since is not null order by id for no key update)`.execute(
      trx,
    );
  const missing = ids.filter((id) => !uploads.some((upload) => upload.id === id));
  if (missing.length === 0) return;
  throw new PortalError('invalid_input', 'A picture or file was deleted because nothing used it. Upload it again.', {
    issues: missing.map((id) => ({ path: named.get(id)!, message: 'The picture or file is no longer stored' })),
  });
}
