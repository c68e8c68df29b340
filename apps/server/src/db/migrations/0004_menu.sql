create table menu_items (
  id text primary key,
  placement text not null check (placement in ('menu', 'avatar')),
  parent_id text references menu_items on delete cascade,
  position integer not null,
  name text not null check (length(name) between 1 and 100),
  kind text not null check (kind in ('ApplicationPage', 'Folder', 'Link', 'ExternalLink', 'ExternalLinkWithNestedLinks')),
  status text not null default 'Default' check (status in ('Default', 'GrayedOut', 'Warning', 'OrangeWarning', 'Hidden')),
  icon_url text,
  page_link text,
  open_in_new_tab boolean not null default false,
  nested_pages_links text[] not null default '{}',
  -- Advisor types that get the entry; empty means everybody.
  audience text[] not null default '{}'
);
create index menu_items_by_parent on menu_items (parent_id, position);

-- One row: what holds for the whole portal.
create table portal_settings (
  only_row boolean primary key default true check (only_row),
  intranet_url text
);
insert into portal_settings default values;

insert into menu_items (id, placement, position, name, kind, icon_url, page_link) values
  ('dashboard', 'menu', 1, 'Dashboard', 'ApplicationPage', '/icons/dashboard.svg', '/'),
  ('news', 'menu', 2, 'News', 'ApplicationPage', '/icons/news.svg', '/news');
