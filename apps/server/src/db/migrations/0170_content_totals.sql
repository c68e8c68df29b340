-- How many items there are for each audience at any time: an item counts from its date until it expires, so the number at an instant
-- is the sum of `items` up to it. Lists then need not count. Only added to, so that nobody waits for another one's publication; a job
-- adds up what is long past.
create table content_totals (
  id bigint generated always as identity primary key,
  -- Of the items; 'past event' from the end of an event on.
  kind text not null,
  audience text[] not null,
  at timestamptz not null,
  items integer not null
);
create index content_totals_by_kind on content_totals (kind, at) include (audience, items);

-- What published items of which each counts `sign` times add to the totals.
create function content_total_changes(item content_items, sign integer)
returns table (kind text, audience text[], at timestamptz, items integer) language sql immutable as $$
  select change.kind, item.audience, change.at, change.items from (values
    (item.kind, item.published_at, sign),
    (item.kind, item.expires_at, -sign),
    (case when item.kind = 'event' then 'past event' end, greatest(item.published_at, item.ends_at), sign),
    (case when item.kind = 'event' and item.expires_at is not null then 'past event' end, greatest(item.expires_at, item.ends_at), -sign)
  ) change (kind, at, items)
  where item.published_revision_id is not null and change.kind is not null and change.at is not null
    and (change.kind <> 'past event' or item.ends_at is not null)
$$;

-- Items are published, changed and withdrawn by updates: a new one has no revision yet, and one that is deleted no longer has any.
-- As the owner, because a portal of the version before has no rights on the table.
create function keep_content_totals() returns trigger language plpgsql security definer set search_path from current as $$
begin
  insert into content_totals (kind, audience, at, items)
    select change.kind, change.audience, change.at, sum(change.items)
    from (select * from content_total_changes(new, 1) union all select * from content_total_changes(old, -1)) change
    group by 1, 2, 3 having sum(change.items) <> 0;
  return null;
end $$;
create trigger content_items_totals after update on content_items for each row
  when ((old.published_revision_id is null, old.published_at, old.expires_at, old.audience, old.ends_at)
    is distinct from (new.published_revision_id is null, new.published_at, new.expires_at, new.audience, new.ends_at))
  execute function keep_content_totals();

insert into content_totals (kind, audience, at, items)
  select change.kind, change.audience, change.at, sum(change.items)
  from content_items item cross join lateral content_total_changes(item, 1) change group by 1, 2, 3;
