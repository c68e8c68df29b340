import { hash } from 'node:crypto';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { changesSince, type Step } from '@portico/authoring/sections/changesSince';
import { describeChange } from '@portico/authoring/sections/describeChange';
import { matchSections, type SectionRelation } from '@portico/authoring/sections/matchSections';
import { sectionsOf, type Section } from '@portico/authoring/sections/sections';
import type { SectionDifference } from '@portico/contracts/sections';
import { readRows, storedJson } from '../db/rows.ts';
import type { DB } from '../db/schema.generated.ts';
import type { ContentKind } from './details.ts';
import { contentOf, revisionColumns, RevisionRow } from './storedContent.ts';

/** What an editor marked, with the sections by their positions in the revision `base` and in the marked one. */
export interface SectionMarks {
  base: string;
  sections: Array<Pick<SectionRelation, 'before' | 'after'> & { heading: string; change: string; isMaterial: boolean }>;
}

/** A changed section that somebody must read, with the digest of each section that it is now. */
export interface StoredDifference extends SectionDifference {
  sections: SectionDigest[];
}
export interface SectionDigest {
  heading: string;
  sha256: string;
}

/** Who confirmed a revision before the latest this many sees the whole page. */
const MAX_VERSIONS = 20;

const VersionRow = z.extend(RevisionRow, {
  kind: z.custom<ContentKind>(),
  isPublished: z.boolean(),
  isConfirmed: z.boolean(),
  asksAgain: z.boolean(),
  marks: z.nullable(storedJson<SectionMarks>()),
  /** Whether the editor marked sections when the current round began. */
  isRoundMarked: z.boolean(),
});

/** A published revision of an item. */
export interface SectionVersion {
  revisionId: string;
  number: number;
  isPublished: boolean;
  /** Whether somebody confirmed it. */
  isConfirmed: boolean;
  /** Whether it said that everyone must confirm it again. */
  asksAgain: boolean;
  marks: SectionMarks | null;
  isRoundMarked: boolean;
  sections: Section[];
}

/** The latest published revisions of an item that somebody has confirmed, in their order; else none. */
export async function readSectionVersions(trx: Transaction<DB>, itemId: string): Promise<SectionVersion[]> {
  const rows = await readRows(
    trx,
    VersionRow,
    sql`
      select * from (
        select item.kind, ${revisionColumns}, rev.id is not distinct from item.published_revision_id as "isPublished",
          exists (select from confirmations own where own.revision_id = rev.id) as "isConfirmed",
          rev.asks_again is not null as "asksAgain", rev.section_marks as marks,
          exists (select from confirmation_requests request join confirmation_rounds round on round.id = request.round_id
            join content_revisions opening on opening.id = round.revision_id
            where request.item_id = item.id and opening.section_marks is not null) as "isRoundMarked"
        from content_items item join content_revisions rev on rev.item_id = item.id
        where item.id = ${itemId} and exists (select from confirmations own where own.item_id = item.id)
          and (rev.first_published_at is not null or rev.id = item.published_revision_id)
        order by rev.id is not distinct from item.published_revision_id desc, rev.number desc limit ${MAX_VERSIONS}
      ) latest order by number`,
  );
  return rows.map(({ kind, isPublished, isConfirmed, asksAgain, marks, isRoundMarked, ...revision }) => ({
    revisionId: revision.revisionId,
    number: revision.number,
    isPublished,
    isConfirmed,
    asksAgain,
    marks,
    isRoundMarked,
    sections: sectionsOf(contentOf(kind, revision)),
  }));
}

/** How one version became the next one; changes that its editor called material have this label. */
export function stepTo(
  before: SectionVersion,
  { sections, marks, asksAgain }: SectionVersion,
  label: string,
): Step & { relations: SectionRelation[] } {
  const own = marks?.base === before.revisionId ? marks.sections : [];
  const overlaps = (a: number[], b: number[]) => a.some((index) => b.includes(index));
  return {
    relations: matchSections(before.sections, sections),
    labelOf: (relation) => {
      const found = own.filter(
        (mark) =>
          overlaps(mark.after, relation.after) ||
          (relation.after.length === 0 && overlaps(mark.before, relation.before)),
      );
      // Without a mark, all changes of a version that asks again are material.
      const isMaterial = found.length > 0 ? found.some((mark) => mark.isMaterial) : asksAgain;
      return isMaterial ? label : undefined;
    },
  };
}

/** The digest of a section: of its content as JSON with sorted names and without spaces. */
export const digestOf = ({ label, stored }: Section): SectionDigest => ({
  heading: label,
  sha256: hash('sha256', stored, 'hex'),
});

const MATERIAL = 'material';

/**
 * Updates what people who confirmed an earlier revision of an item must read in the current round. Call it in the
 * transaction that publishes, before the duties are updated. Source: decisions/0322.
 */
export async function saveRoundSections(trx: Transaction<DB>, itemId: string): Promise<void> {
  const versions = await readSectionVersions(trx, itemId);
  const last = versions.findIndex(({ isPublished }) => isPublished);
  if (last < 0) return;
  const current = versions[last]!;
  const steps = versions.slice(1, last + 1).map((version, index) => stepTo(versions[index]!, version, MATERIAL));
  const rows = versions.slice(0, last + 1).flatMap((version, index) => {
    if (!version.isConfirmed) return [];
    const ahead = steps.slice(index);
    const direct = ahead.length === 1 ? ahead[0]!.relations : matchSections(version.sections, current.sections);
    const changes = changesSince(ahead, direct);
    const describe = ({ relation }: { relation: SectionRelation }): StoredDifference => ({
      ...describeChange(relation, { before: version.sections, after: current.sections }),
      sections: relation.after.map((position) => digestOf(current.sections[position]!)),
    });
    const sections = changes.filter(({ labels }) => labels.size > 0).map(describe);
    const small = changes.filter(({ labels }) => labels.size === 0).map((change) => describe(change).heading);
    const isKept = sections.length === 0 && (current.isRoundMarked || index === last);
    return [{ revisionId: version.revisionId, sections, small, isKept }];
  });
  if (rows.length === 0) return;
  // Within a round, nobody is asked again: a small change leaves confirmations that count.
  await sql`
    insert into round_sections (round_id, revision_id, item_id, sections, small, is_kept)
    select request.round_id, (row->>'revisionId')::uuid, request.item_id, row->'sections', row->'small', (row->>'isKept')::boolean
    from confirmation_requests request cross join jsonb_array_elements(${JSON.stringify(rows)}::jsonb) row
    where request.item_id = ${itemId}
    on conflict (round_id, revision_id) do update set sections = excluded.sections, small = excluded.small,
      is_kept = round_sections.is_kept or excluded.is_kept`.execute(trx);
}

/**
 * Confirmations with `counted_round`, the round in which they count: their own, and a later one in which no material
 * change is left for those who confirmed what they did. A person has at most one per round.
 */
export const countedConfirmations: RawBuilder<unknown> = sql`(
  select own.*, own.round_id as counted_round from confirmations own
  union all
  select own.*, kept.round_id from round_sections kept
  join confirmations own on own.revision_id = kept.revision_id
  join confirmation_rounds given on given.id = own.round_id
  where kept.is_kept and own.round_id <> kept.round_id and not exists (
    select from confirmations later join confirmation_rounds other on other.id = later.round_id
    where later.item_id = own.item_id and later.user_id = own.user_id and other.number > given.number))`;
