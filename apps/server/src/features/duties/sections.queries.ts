import { sql, type RawBuilder, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { sectionsOf } from '@portico/authoring/sections/sections';
import type { ChangedSince } from '@portico/contracts/duties';
import type { ContentKind } from '../../content/details.ts';
import { digestOf, type SectionDigest, type StoredDifference } from '../../content/roundSections.ts';
import { contentOf, revisionColumns, RevisionRow } from '../../content/storedContent.ts';
import { JsonInstant, readRowOrThrow, storedJson } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import type { Reader } from '../../visibility/visibility.ts';

const Since = z.object({ id: z.uuid(), number: z.int(), confirmedAt: JsonInstant });

/** The revision that the reader last confirmed, and what they must read since; null where that is the whole page. */
export const ChangeColumns = z.object({
  since: z.nullable(storedJson<z.infer<typeof Since>>()),
  sections: z.nullable(storedJson<StoredDifference[]>()),
  small: z.nullable(storedJson<string[]>()),
});

/** The last confirmation of the reader of an item, in whatever round, with what changed since then in `round`. */
const changeRows = (reader: Reader, itemId: RawBuilder<unknown>, round: RawBuilder<unknown>) => sql`lateral (
  select changes.sections, changes.small, json_build_object('id', latest.revision_id,
    'number', (latest.record::jsonb #>> '{revision,number}')::int, 'confirmedAt', latest.confirmed_at) as since
  from (select own.* from confirmations own join confirmation_rounds given on given.id = own.round_id
    where own.user_id = ${reader.id} and own.item_id = ${itemId} order by given.number desc limit 1) latest
  join round_sections changes on changes.round_id = ${round} and changes.revision_id = latest.revision_id
    and changes.sections <> '[]'::jsonb
) change`;

export const changesOf = {
  rows: changeRows,
  columns: sql`change.since, change.sections, change.small`,
};

/** The headings of the sections that the reader must read again, of a row `owed`. */
export const changedHeadings = (reader: Reader): RawBuilder<string[]> => sql`coalesce((
  select array(select section->>'heading' from jsonb_array_elements(change.sections) section)
  from ${changeRows(reader, sql`owed."itemId"`, sql`owed.round_id`)}), '{}')`;

type Changes = z.infer<typeof ChangeColumns>;

export function changedSinceOf({ since, sections, small }: Changes): ChangedSince | null {
  if (!since || !sections || !small) return null;
  const { number, confirmedAt } = since;
  return {
    revision: number,
    confirmedAt: new Date(confirmedAt).toISOString(),
    sections: sections.map(({ sections: _digests, ...difference }) => difference),
    small,
  };
}

/** What a record says about changes: since which revision, and which sections were shown as changed. */
export interface RecordedChanges {
  since: { id: string; number: number };
  sections: Array<{ heading: string; change: string; sections: SectionDigest[] }>;
}

export const recordedChangesOf = ({ since, sections }: Changes): RecordedChanges | null =>
  since && sections
    ? {
        since: { id: since.id, number: since.number },
        sections: sections.map(({ heading, change, sections: digests }) => ({ heading, change, sections: digests })),
      }
    : null;

/** The sections of a revision with the digest of each. */
export async function digestsOf(trx: Transaction<DB>, revisionId: string): Promise<SectionDigest[]> {
  const { kind, ...revision } = await readRowOrThrow(
    trx,
    z.extend(RevisionRow, { kind: z.custom<ContentKind>() }),
    sql`select item.kind, ${revisionColumns} from content_revisions rev join content_items item on item.id = rev.item_id
      where rev.id = ${revisionId}`,
  );
  return sectionsOf(contentOf(kind, revision)).map(digestOf);
}
