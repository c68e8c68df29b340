-- A content item and its revisions. At most one revision is published, at most one is the draft.
create table content_items (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('news', 'event', 'resource', 'page', 'home')),
  -- The id an import knows the item by.
  external_id text unique,
  -- Raised with every change; a writer that saw an older one is refused.
  version integer not null default 1,
  draft_revision_id uuid,
  published_revision_id uuid,
  -- Copies from the published revision, made by publication: what readers filter and sort by.
  published_at timestamptz,
  expires_at timestamptz,
  audience text[] not null default '{}',
  categories text[] not null default '{}',
  starts_at timestamptz,
  ends_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((published_revision_id is null) = (published_at is null)),
  check (expires_at > published_at),
  check (ends_at >= starts_at)
);

create table content_revisions (
  id uuid primary key default gen_random_uuid(),
  item_id uuid not null references content_items,
  number integer not null check (number > 0),
  header text not null check (length(header) between 1 and 300),
  description text not null check (length(description) <= 1000),
  categories text[] not null default '{}',
  -- Advisor types that may see it; empty means everybody.
  audience text[] not null default '{}',
  published_at timestamptz not null,
  expires_at timestamptz,
  starts_at timestamptz,
  ends_at timestamptz,
  author_department text,
  creator_kind text not null check (creator_kind in ('User', 'Admin', 'System')),
  creator_name text,
  -- An ImageRef of the contracts, or null.
  image jsonb,
  -- A ComponentTree of the contracts, validated before it is stored.
  components jsonb not null check (jsonb_typeof(components) = 'array'),
  -- What only one kind has, e.g. place and speakers of an event.
  details jsonb not null default '{}',
  created_by uuid references users,
  created_at timestamptz not null default now(),
  -- Set when the revision is published for the first time; from then on it stays as it is.
  first_published_at timestamptz,
  unique (item_id, number),
  check (expires_at > published_at),
  check (ends_at >= starts_at)
);

alter table content_items
  add foreign key (draft_revision_id) references content_revisions,
  add foreign key (published_revision_id) references content_revisions;

create function keep_published_revision() returns trigger language plpgsql as $$
begin
  if old.first_published_at is not null then
    raise exception 'a published revision is kept as it is' using errcode = 'insufficient_privilege';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger content_revisions_keep before update or delete on content_revisions
  for each row execute function keep_published_revision();

-- Lists by date, with all that the predicate of visibility reads, so that totals need no table access.
create index content_items_by_date on content_items (kind, published_at desc, id desc)
  include (expires_at, audience) where published_revision_id is not null;
create index content_items_by_start on content_items (starts_at)
  include (ends_at, published_at, expires_at, audience) where kind = 'event' and published_revision_id is not null;
create index content_items_by_category on content_items using gin (categories) where published_revision_id is not null;

-- Pictures: the file lies in the object store under the id, once per width.
create table pictures (
  id uuid primary key,
  sha256 bytea not null unique,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  widths integer[] not null,
  credit text,
  source text,
  created_at timestamptz not null default now()
);
