-- Addresses under which a draft can be read for a while, by editors and by the people who are named.
create table studio_previews (
  id uuid primary key,
  item_id uuid not null references content_items on delete cascade,
  created_by uuid references users on delete set null,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  revoked_at timestamptz,
  check (ends_at > created_at)
);
create index studio_previews_by_item on studio_previews (item_id, created_at);
create index studio_previews_by_creator on studio_previews (created_by);

create table studio_preview_readers (
  preview_id uuid not null references studio_previews on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (user_id, preview_id)
);
create index studio_preview_readers_by_preview on studio_preview_readers (preview_id);
