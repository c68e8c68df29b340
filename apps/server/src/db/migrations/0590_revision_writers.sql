-- Everyone who wrote in an item since its last revision. Single saves are not stored for so long.
create table studio_writers (
  item_id uuid not null references content_items on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (item_id, user_id)
);
create index studio_writers_by_user on studio_writers (user_id);

-- Everyone who wrote in a revision since the one before it that was published.
create table revision_writers (
  revision_id uuid not null references content_revisions on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (revision_id, user_id)
);
create index revision_writers_by_user on revision_writers (user_id);

insert into studio_writers (item_id, user_id)
  select distinct change.item_id, change.user_id from studio_changes change
  join studio_drafts draft on draft.item_id = change.item_id and draft.is_changed
  left join content_revisions rev on rev.id = draft.base_revision_id
  where change.user_id is not null and change.saved_at > coalesce(rev.created_at, '-infinity');
