-- What administrators did with the names of categories and departments. What follows from it is in filing_names.
create table filing_changes (
  id int primary key generated always as identity,
  scope text not null check (scope in ('category', 'department')),
  kind text not null check (kind in ('Rename', 'Merge', 'Retire')),
  from_name text not null check (length(from_name) between 1 and 200),
  to_name text check (length(to_name) between 1 and 200),
  made_by uuid references users on delete set null,
  made_at timestamptz not null,
  undone_by uuid references users on delete set null,
  undone_at timestamptz,
  -- Null while items still wait for their other name.
  finished_at timestamptz,
  check ((kind = 'Retire') = (to_name is null))
);
create index filing_changes_by_maker on filing_changes (made_by);
create index filing_changes_by_undoer on filing_changes (undone_by);

-- Names that are no longer in use, by their key. The current name is null for a retired name, which items keep.
create table filing_names (
  scope text not null check (scope in ('category', 'department')),
  former_key text not null,
  former_name text not null,
  current_name text,
  primary key (scope, former_key)
);
create index filing_names_by_current on filing_names (scope, current_name);

-- The items that a change gave another name, so that it can be undone.
create table filing_changed_items (
  change_id int not null references filing_changes on delete cascade,
  item_id uuid not null references content_items on delete cascade,
  -- Whether the item had both names before.
  had_both boolean not null,
  primary key (change_id, item_id)
);
create index filing_changed_items_by_item on filing_changed_items (item_id);

-- The same as nameKey in packages/authoring.
create function filing_key(name text) returns text language sql immutable as $$
  select lower(regexp_replace(btrim(normalize(name, nfkc)), '\s+', ' ', 'g'))
$$;

create function current_filing_name(given_scope text, given_name text) returns text language sql stable as $$
  select coalesce(
    (select current_name from filing_names where scope = given_scope and former_key = filing_key(given_name)), given_name)
$$;

-- The names that a filter matches: each given name, its current one, and every former name of that, because a job renames the
-- items a moment later.
create function filing_names_for(given_scope text, given_names text[]) returns text[] language sql stable as $$
  with current as (select current_filing_name(given_scope, name) as name from unnest(given_names) name)
  select array_agg(same.name) from (
    select name from unnest(given_names) name union select name from current
    union select former_name from filing_names where scope = given_scope and current_name in (select name from current)) same
$$;

-- Roles in the studio with the current names of their departments.
create function current_grants(grants jsonb) returns jsonb language sql stable as $$
  select case when not exists (select from filing_names where scope = 'department' and current_name is not null) then grants
    else (select coalesce(jsonb_agg(one || jsonb_build_object('department', current_filing_name('department', one->>'department'))
        order by position), '[]')
      from jsonb_array_elements(grants) with ordinality as given (one, position)) end
$$;

create trigger filing_names_added after insert on filing_names referencing new table as changed
  for each statement execute function record_search_change();
create trigger filing_names_removed after delete on filing_names referencing old table as changed
  for each statement execute function record_search_change();
