import { hash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { changesSince } from '@portico/authoring/sections/changesSince';
import { describeChange } from '@portico/authoring/sections/describeChange';
import { matchSections, type SectionRelation } from '@portico/authoring/sections/matchSections';
import { sectionsOf, type Section } from '@portico/authoring/sections/sections';
import type { CallResult } from '@portico/contracts/endpoint';
import type { ItemContent } from '@portico/contracts/studio/draft';
import type { listSectionChanges, SectionMarkInputs } from '@portico/contracts/studio/sections';
import {
  countedConfirmations,
  readSectionVersions,
  stepTo,
  type SectionMarks,
  type SectionVersion,
} from '../../../content/roundSections.ts';
import { readRows } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import { PortalError } from '../../../errors.ts';
import { visibleToPerson } from '../../../visibility/visibility.ts';

/** What an editor wrote of an item. */
interface Written {
  itemId: string;
  draft: ItemContent;
}

interface Compared {
  versions: SectionVersion[];
  published: SectionVersion;
  after: Section[];
  relations: SectionRelation[];
  keyOf: (relation: SectionRelation) => string;
}

/** The draft beside the published version; undefined where nobody has confirmed one. */
async function compare(trx: Transaction<DB>, { itemId, draft }: Written): Promise<Compared | undefined> {
  const all = await readSectionVersions(trx, itemId);
  const last = all.findIndex(({ isPublished }) => isPublished);
  const published = all[last];
  if (!published) return undefined;
  const after = sectionsOf(draft);
  const contents = (sections: Section[], indexes: number[]) => indexes.map((index) => sections[index]!.content);
  return {
    versions: all.slice(0, last + 1),
    published,
    after,
    relations: matchSections(published.sections, after),
    keyOf: ({ before, after: now }) =>
      hash('sha256', JSON.stringify([contents(published.sections, before), contents(after, now)]), 'hex'),
  };
}

const isChange = ({ kind }: SectionRelation): boolean => kind !== 'Same';
const EARLIER = 'earlier';

const PeopleRow = z.object({ revisionId: z.uuid(), people: z.int() });

/** The sections in which a draft differs from what is published, and whom each change would ask again. */
export async function findSectionChanges(
  trx: Transaction<DB>,
  written: Written,
  now: Date,
): Promise<CallResult<typeof listSectionChanges>> {
  const compared = await compare(trx, written);
  if (!compared) return { sections: [], confirmed: [] };
  const { versions, published, after, relations, keyOf } = compared;
  const sides = { before: published.sections, after };
  const components = (sections: Section[], indexes: number[]) =>
    indexes.flatMap((index) => sections[index]!.components);
  const people = await readRows(
    trx,
    PeopleRow,
    sql`
      select own.revision_id as "revisionId", count(*)::int as people
      from content_items item join confirmation_requests request on request.item_id = item.id
      join ${countedConfirmations} own on own.counted_round = request.round_id
      join users person on person.id = own.user_id
      where item.id = ${written.itemId} and ${visibleToPerson(now)} group by own.revision_id order by own.revision_id`,
  );
  const steps = [
    ...versions.slice(1).map((version, index) => stepTo(versions[index]!, version, EARLIER)),
    { relations, labelOf: keyOf },
  ];
  const allKeys = [...new Set(relations.filter(isChange).map(keyOf))];
  return {
    sections: relations.filter(isChange).map((relation) => ({
      ...describeChange(relation, sides, { showsAll: true }),
      key: keyOf(relation),
      components: {
        before: components(published.sections, relation.before),
        after: components(after, relation.after),
      },
    })),
    confirmed: people.map((row) => {
      const index = versions.findIndex(({ revisionId }) => revisionId === row.revisionId);
      // Too old to be compared: everything asks them again.
      if (index < 0) return { people: row.people, keys: allKeys, isAskedByAny: true };
      const labels = changesSince(steps.slice(index), matchSections(versions[index]!.sections, after)).flatMap(
        (change) => [...change.labels],
      );
      return {
        people: row.people,
        keys: allKeys.filter((key) => labels.includes(key)),
        isAskedByAny: labels.includes(EARLIER),
      };
    }),
  };
}

/**
 * What an editor marked, as it is stored with the version. The caller has locked the item. Throws `conflict` when these
 * are not the sections that differ now, `invalid_input` when a reason is given without a material change or the other
 * way around.
 */
export async function checkMarks(
  trx: Transaction<DB>,
  written: Written,
  marks: SectionMarkInputs,
  asksAgain: string | undefined,
): Promise<SectionMarks> {
  const compared = await compare(trx, written);
  const byKey = new Map(marks.map(({ key, isMaterial }) => [key, isMaterial]));
  const changes = compared?.relations.filter(isChange) ?? [];
  const keys = new Set(changes.map((change) => compared!.keyOf(change)));
  if (!compared || keys.size !== byKey.size || [...keys].some((key) => !byKey.has(key)))
    throw new PortalError('conflict', 'The sections have changed since you marked them. Check them and publish again.');
  if (marks.some(({ isMaterial }) => isMaterial) !== (asksAgain !== undefined))
    throw new PortalError('invalid_input', 'A material change needs a reason, and only a material change has one.', {
      issues: [{ path: 'asksAgain', message: 'Must be given exactly if a section is material' }],
    });
  const sides = { before: compared.published.sections, after: compared.after };
  return {
    base: compared.published.revisionId,
    sections: changes.map((relation) => {
      const { heading, change } = describeChange(relation, sides);
      const { before, after } = relation;
      return { heading, change, before, after, isMaterial: byKey.get(compared.keyOf(relation))! };
    }),
  };
}

/** What the audit log says about marks. */
export const auditedMarks = ({ sections }: SectionMarks): Record<string, string | number> => {
  const headings = (isMaterial: boolean) =>
    sections.filter((one) => one.isMaterial === isMaterial).map(({ heading }) => heading);
  return {
    material: headings(true).length,
    materialSections: headings(true).join(' · '),
    small: headings(false).length,
    smallSections: headings(false).join(' · '),
  };
};
