import { sql, type RawBuilder } from 'kysely';
import { UNLISTED_APPLICATION } from '@portico/contracts/applications';
import { mailtoHref } from '@portico/contracts/emailAddress';
import { SearchPlace } from '@portico/contracts/search';
import { itemPath } from '../../content/itemPath.ts';
import type { Db } from '../../db/pool.ts';
import { readRows } from '../../db/rows.ts';
import { tokenize } from '../../search/index/tokens.ts';
import { displayName } from '../../sign-in/displayName.ts';
import { addressedTo, visibleTo, type Reader } from '../../visibility/visibility.ts';

const MAX_PLACES = 8;

/**
 * People, the reader's applications, forms and menu entries whose names have a word starting with each word of the
 * term, people first. Launch URLs come from the settings.
 */
export async function findPlaces(
  db: Db,
  reader: Reader,
  term: string,
  launchAddresses: Partial<Record<string, string>>,
): Promise<SearchPlace[]> {
  const words = tokenize(term).map(({ word }) => word);
  if (words.length === 0) return [];
  const fits = (name: RawBuilder<unknown>): RawBuilder<boolean> =>
    sql<boolean>`(${sql.join(
      words.map((word) => sql`lower(${name}) ~ ${String.raw`\m${word}`}`),
      sql` and `,
    )})`;
  const personName = displayName('person');
  const places = await readRows(
    db,
    SearchPlace,
    sql`
      select distinct on (rank, lower(name), href, detail) kind, name, detail, href from (
        select 1 as rank, 'person' as kind, ${personName} as name, person.email as detail, '' as href
        from users person where person.disabled_at is null and person.email is not null and ${fits(personName)}
        union all
        select 2, 'application', application, null, coalesce(${JSON.stringify(launchAddresses)}::jsonb ->> application, '/applications')
        from application_access where user_id = ${reader.id} and access_level in ('Access', 'ActionRequired')
          and application <> ${UNLISTED_APPLICATION} and ${fits(sql`application`)}
        union all
        select 3, 'form', made.definition->>'title', null, ${itemPath}
        from published_forms shown join content_items item on item.id = shown.item_id
          join form_versions made on made.form_id = shown.form_id and made.version = shown.version
        where ${visibleTo(reader)} and ${itemPath} is not null and ${fits(sql`made.definition->>'title'`)}
        union all
        select 4, 'menu', item.name, null, item.page_link
        from menu_items item where item.page_link is not null and item.status not in ('Hidden', 'GrayedOut') and ${addressedTo(reader)}
          and ${fits(sql`item.name`)}
      ) found order by rank, lower(name), href, detail limit ${MAX_PLACES}::int`,
  );
  return places.map((place) => (place.kind === 'person' ? { ...place, href: mailtoHref(place.detail ?? '') } : place));
}
