-- What needs an approval before it is published: all items of a kind, of a department, or with a label.
create table studio_approval_rules (
  scope text not null check (scope in ('kind', 'department', 'label')),
  value text not null check (length(value) between 1 and 200),
  primary key (scope, value)
);

-- Requests for an approval, and what became of them. An approval is for one save (`sequence`) of one version.
create table studio_reviews (
  id bigint primary key generated always as identity,
  item_id uuid not null references content_items on delete cascade,
  state text not null default 'Requested'
    check (state in ('Requested', 'Approved', 'Returned', 'Withdrawn', 'Voided', 'Done')),
  purpose text not null check (purpose in ('Publish', 'Archive')),
  note text not null check (length(note) <= 2000),
  due_on date,
  requested_by uuid references users on delete set null,
  requested_at timestamptz not null,
  decided_by uuid references users on delete set null,
  decided_at timestamptz,
  comment text not null default '' check (length(comment) <= 2000),
  sequence integer,
  version integer,
  check (state <> 'Approved' or (sequence is not null and version is not null))
);
create unique index studio_reviews_open on studio_reviews (item_id) where state in ('Requested', 'Approved');
create index studio_reviews_by_item on studio_reviews (item_id, id desc);
create index studio_reviews_by_requester on studio_reviews (requested_by);
create index studio_reviews_by_approver on studio_reviews (decided_by);

-- Everyone who wrote in an item since its last approval; none of them may approve it. Single saves are not stored for so long.
create table studio_authors (
  item_id uuid not null references content_items on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (item_id, user_id)
);
create index studio_authors_by_user on studio_authors (user_id);
insert into studio_authors (item_id, user_id)
  select item_id, user_id from studio_changes where user_id is not null
  union select item_id, updated_by from studio_drafts where updated_by is not null;
