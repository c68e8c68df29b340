-- Who answers for an item, and when it has to be reviewed. `asked_of`, `asked_for` and `asked_steps` say whom the portal
-- asked about which date and how often; `is_mail_due` that the email about it is still to be sent. With `lets_expire` the
-- answer was to let the item expire. `confirmed_from` is the date that the last confirmation answered.
create table content_owners (
  item_id uuid primary key references content_items (id) on delete cascade,
  owner_id uuid references users (id),
  review_on date,
  lets_expire boolean not null default false,
  confirmed_at timestamptz,
  confirmed_by uuid references users (id),
  confirmed_from date,
  asked_of uuid references users (id),
  asked_for date,
  asked_steps smallint not null default 0,
  is_mail_due boolean not null default false,
  version integer not null default 1
);
create index content_owners_by_owner on content_owners (owner_id) where owner_id is not null;
create index content_owners_by_review on content_owners (review_on) where review_on is not null;
create index content_owners_by_confirmer on content_owners (confirmed_by) where confirmed_by is not null;
create index content_owners_by_asked on content_owners (asked_of) where asked_of is not null;
create index content_owners_to_mail on content_owners (asked_of) where is_mail_due;

-- Items of people who left, given to another owner in one step, which can be undone.
create table content_handovers (
  id uuid primary key,
  to_id uuid not null references users (id),
  made_by uuid not null references users (id),
  made_at timestamptz not null,
  undone_at timestamptz
);
create index content_handovers_by_owner on content_handovers (to_id);
create index content_handovers_by_maker on content_handovers (made_by);
create table content_handover_items (
  handover_id uuid not null references content_handovers (id) on delete cascade,
  item_id uuid not null references content_items (id) on delete cascade,
  from_id uuid not null references users (id),
  primary key (handover_id, item_id)
);
create index content_handover_items_by_item on content_handover_items (item_id);
create index content_handover_items_by_owner on content_handover_items (from_id);
