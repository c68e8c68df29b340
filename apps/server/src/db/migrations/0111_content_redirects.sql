-- Addresses that a page had before; each leads to the page, wherever that is now. A page that takes the address ends it.
create table content_redirects (
  id uuid primary key default gen_random_uuid(),
  from_path text not null unique,
  item_id uuid not null references content_items on delete cascade,
  created_by uuid references users on delete set null,
  created_at timestamptz not null
);
create index content_redirects_by_item on content_redirects (item_id);
create index content_redirects_by_creator on content_redirects (created_by);
