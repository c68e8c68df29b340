-- Files that were published in one step with the only item that shows them, before migration 0357, follow it too if their
-- readers have not been changed since and they are not imported. What readers see changes with the item's next version.
-- See decision 296.
-- safe: the previous version does the same with a file that follows its item
with published as materialized (
  select file.id as file_id, rev.item_id
  from content_items file
  cross join lateral (
    select own.created_at, own.created_by, own.audience, own.expires_at from content_revisions own
    where own.item_id = file.id and own.first_published_at is not null order by own.number limit 1) first
  join content_revisions rev on rev.created_at = first.created_at and rev.created_by = first.created_by
    and rev.item_id <> file.id and rev.first_published_at is not null and rev.audience = first.audience
    and (first.expires_at is null or first.expires_at = rev.expires_at)
  where file.kind = 'document' and file.external_id is null and file.attached_to is null and file.published_revision_id is not null
    and file.audience = first.audience and file.expires_at is not distinct from first.expires_at
    and jsonb_path_exists(jsonb_build_array(rev.components, rev.details), '$.**.documentId ? (@ == $id)', jsonb_build_object('id', file.id))
),
shown as materialized (
  select distinct document #>> '{}' as file_id, item.id as item_id
  from content_items item
  left join content_waiting next on next.item_id = item.id
  join content_revisions rev on rev.id in (item.published_revision_id, next.revision_id)
  cross join jsonb_path_query(jsonb_build_array(rev.components, rev.details), '$.**.documentId') document
  where item.kind <> 'document' and exists (select from published)
),
alone as (select file_id, min(item_id::text)::uuid as item_id from shown group by file_id having count(*) = 1)
update content_items file set attached_to = alone.item_id
from alone join published on published.file_id::text = alone.file_id and published.item_id = alone.item_id
where file.id = published.file_id;
