-- A separate file, so that writers don't wait for it: the triggers already exist.
insert into search_media (id, picture_id, name, added_at)
  select id, id, coalesce(substring(source from '^studio: (.*)$'), ''), added_at from pictures
  on conflict do nothing;
insert into search_media (id, file_id, name, bytes, added_at)
  select file.id, file.id, coalesce((
      select rev.details->>'fileName' from content_revisions rev where rev.file_id = file.id and rev.details->>'fileName' is not null
      order by rev.number desc limit 1), ''), file.bytes, file.created_at
  from files file
  on conflict do nothing;

insert into search_media_uploads (media_id, user_id, uploaded_at)
  select media.id, person.id, max(entry.at) from audit_log entry
  join search_media media on media.id::text = entry.object_id join users person on person.id = entry.actor_id
  where entry.action in ('picture.uploaded', 'file.uploaded') group by media.id, person.id
  on conflict do nothing;

insert into search_media_uses (media_id, item_id)
  select distinct media.id, named.item_id from (
    select pictures_of(rev) as id, rev.item_id from content_revisions rev
    union all select rev.file_id, rev.item_id from content_revisions rev where rev.file_id is not null
    union all select (picture #>> '{}')::uuid, draft.item_id from studio_drafts draft
      cross join jsonb_path_query(draft.draft, 'strict $.**?(@.widths.type() == "array").id') picture
      where picture #>> '{}' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    union all select (draft.draft #>> '{fields,file,fileId}')::uuid, draft.item_id from studio_drafts draft
      where draft.draft #>> '{fields,file,fileId}' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  ) named join search_media media on media.id = named.id
  on conflict do nothing;

-- The alternative text and credit of the latest version that has them.
-- safe: fills columns that are new
update search_media media set alt = latest.alt, credit = latest.credit from (
  select distinct on (link.picture_id) link.picture_id, left(ref.image->>'alt', 500) as alt, left(coalesce(ref.image->>'credit', ''), 200) as credit
  from published_pictures link join content_revisions rev on rev.id = link.revision_id
  cross join lateral jsonb_path_query(jsonb_build_array(rev.image, rev.components, rev.details),
    'lax $.** ? (@.id == $id && exists(@.widths))', jsonb_build_object('id', link.picture_id)) ref (image)
  where ref.image->>'alt' <> '' order by link.picture_id, rev.created_at desc) latest
where media.id = latest.picture_id and media.alt is null;
