-- Every transaction that changes what searches find adds a row, so a response that was made of the same rows can be sent again. Only
-- added to, so that nobody waits for another one's publication; a job deletes old rows.
create table search_changes (
  id bigint generated always as identity primary key,
  transaction xid8 not null default pg_current_xact_id() unique,
  changed_at timestamptz not null default clock_timestamp()
);
insert into search_changes default values;

-- As the owner, because a portal of the version before has no rights on the table.
create function record_search_change() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if tg_level = 'STATEMENT' then
    if not exists (select from changed) then
      return null;
    end if;
  end if;
  insert into search_changes default values on conflict (transaction) do nothing;
  return null;
end $$;

create trigger search_items_added after insert on search_items referencing new table as changed
  for each statement execute function record_search_change();
create trigger search_items_changed after update on search_items referencing new table as changed
  for each statement execute function record_search_change();
create trigger search_items_removed after delete on search_items referencing old table as changed
  for each statement execute function record_search_change();
create trigger search_abbreviations_added after insert on search_abbreviations referencing new table as changed
  for each statement execute function record_search_change();
create trigger search_abbreviations_changed after update on search_abbreviations referencing new table as changed
  for each statement execute function record_search_change();
create trigger search_abbreviations_removed after delete on search_abbreviations referencing old table as changed
  for each statement execute function record_search_change();
-- What results show of an item besides its indexed text, and whether it is shown.
create function record_found_change() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if exists (
    select from before join after using (id)
    where (before.published_revision_id, before.published_at, before.expires_at, before.audience, before.path, before.categories,
        before.department, before.starts_at, before.ends_at, before.file_id)
      is distinct from (after.published_revision_id, after.published_at, after.expires_at, after.audience, after.path, after.categories,
        after.department, after.starts_at, after.ends_at, after.file_id)
  ) then
    insert into search_changes default values on conflict (transaction) do nothing;
  end if;
  return null;
end $$;
create trigger content_items_found_changed after update on content_items referencing old table as before new table as after
  for each statement execute function record_found_change();

-- Rare words weigh by how many items there are, and long texts by the average.
create trigger search_statistics_added after insert on search_statistics referencing new table as changed
  for each statement execute function record_search_change();
create trigger search_statistics_changed after update on search_statistics for each row
  when (old is distinct from new) execute function record_search_change();
