-- Addresses that administrators gave here; without a row, APPLICATION_ADDRESSES has it.
create table application_addresses (
  application text primary key,
  address text not null check (length(address) between 1 and 2000)
);

-- Access of everyone with a fact, such as a branch; the empty fact is everyone.
create table application_groups (
  application text not null,
  fact text not null check (length(fact) <= 200),
  access_level text not null check (access_level in ('None', 'ActionRequired', 'Access')),
  primary key (application, fact)
);
create index application_access_by_application on application_access (application, access_level);

-- What administrators changed, and what it was before: null is without a row.
create table application_changes (
  id int primary key generated always as identity,
  application text not null,
  kind text not null check (kind in ('Address', 'Person', 'Group')),
  user_id uuid references users on delete cascade,
  fact text,
  former_value text,
  new_value text,
  made_by uuid references users on delete set null,
  made_at timestamptz not null,
  undone_by uuid references users on delete set null,
  undone_at timestamptz,
  check ((kind = 'Person') = (user_id is not null)),
  check ((kind = 'Group') = (fact is not null))
);
create index application_changes_by_application on application_changes (application, id desc);
create index application_changes_by_person on application_changes (user_id);
create index application_changes_by_maker on application_changes (made_by);
create index application_changes_by_undoer on application_changes (undone_by);
