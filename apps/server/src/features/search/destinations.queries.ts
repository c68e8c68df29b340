import { sql, type RawBuilder } from 'kysely';
import { UNLISTED_APPLICATION } from '@portico/contracts/applications';
import { mailtoHref } from '@portico/kinds/emailAddress';
import { SearchDestination } from '@portico/contracts/search';
import { accessOfPerson, addressesOver, type LaunchAddresses } from '../../content/applicationAccess.ts';
import { itemPath } from '../../content/itemPath.ts';
import type { Db } from '../../db/pool.ts';
import { readRows } from '../../db/rows.ts';
import { isNamed, isPersonNamed, nameFit, personFit } from '../../search/index/names.ts';
import { displayName } from '../../sign-in/displayName.ts';
import { addressedTo, visibleTo, type Reader } from '../../visibility/visibility.ts';

const MAX_DESTINATIONS = 8;

/**
 * People, the reader's applications, forms and menu entries whose names have a word starting with each word of the
 * term, those with the typed words as whole words first, then people first. A menu entry counts only if the reader may
 * open each folder above it. Launch URLs are those of the cards.
 */
export async function findDestinations(
  db: Db,
  reader: Reader,
  term: string,
  launchAddresses: LaunchAddresses,
): Promise<SearchDestination[]> {
  const fits = (name: RawBuilder<unknown>) => isNamed(name, term);
  const fit = (name: RawBuilder<unknown>) => nameFit(name, term);
  // Systems can provision people without names or addresses.
  const personName = sql`coalesce(${displayName('person')}, person.email)`;
  const mayOpenEntry = sql`item.status not in ('Hidden', 'GrayedOut') and ${addressedTo(reader)}`;
  const destinations = await readRows(
    db,
    SearchDestination,
    sql`
      with recursive open_entries as (
        select item.id, item.name, item.page_link from menu_items item where item.parent_id is null and ${mayOpenEntry}
        union all
        select item.id, item.name, item.page_link
        from open_entries folder join menu_items item on item.parent_id = folder.id where ${mayOpenEntry}
      )
      select distinct on (fit, rank, lower(name), href, detail) kind, name, detail, href from (
        select ${personFit('person', term)} as fit, 1 as rank, 'person' as kind, ${personName} as name, person.email as detail, '' as href
        from users person where person.disabled_at is null and ${personName} is not null and ${isPersonNamed('person', term)}
        union all
        select ${fit(sql`application`)}, 2, 'application', application, null, coalesce(${addressesOver(launchAddresses)} ->> application, '/applications')
        from users person cross join lateral ${accessOfPerson} access
        where person.id = ${reader.id} and access_level in ('Access', 'ActionRequired') and application <> ${UNLISTED_APPLICATION} and ${fits(sql`application`)}
        union all
        select ${fit(sql`made.definition->>'title'`)}, 3, 'form', made.definition->>'title', null, ${itemPath}
        from published_forms shown join content_items item on item.id = shown.item_id
          join form_versions made on made.form_id = shown.form_id and made.version = shown.version
        where ${visibleTo(reader)} and ${itemPath} is not null and ${fits(sql`made.definition->>'title'`)}
        union all
        select ${fit(sql`entry.name`)}, 4, 'menu', entry.name, null, entry.page_link
        from open_entries entry where entry.page_link is not null and ${fits(sql`entry.name`)}
      ) found order by fit, rank, lower(name), href, detail limit ${MAX_DESTINATIONS}::int`,
  );
  return destinations.map((destination) =>
    destination.kind === 'person'
      ? { ...destination, href: destination.detail === null ? null : mailtoHref(destination.detail) }
      : destination,
  );
}
