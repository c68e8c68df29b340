-- Deleted pictures and files leave the library and its pickers. The nightly job removes them when nothing has used them for long enough.
alter table search_media
  add column deleted_at timestamptz,
  add column deleted_by uuid references users on delete set null;
create index search_media_by_deleter on search_media (deleted_by) where deleted_by is not null;

-- What is used again is back, also when an import, an earlier version or the nightly check finds the use.
create function restore_used_media() returns trigger language plpgsql as $$
begin
  update search_media set deleted_at = null, deleted_by = null where id = new.id and deleted_at is not null;
  return null;
end $$;
create trigger pictures_media_used after update of unused_since on pictures
  for each row when (old.unused_since is not null and new.unused_since is null) execute function restore_used_media();
create trigger files_media_used after update of unused_since on files
  for each row when (old.unused_since is not null and new.unused_since is null) execute function restore_used_media();
