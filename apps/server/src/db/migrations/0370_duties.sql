-- Why readers who have confirmed an item must confirm it again from this revision on: a material change.
alter table content_revisions add column asks_again text;

-- Each time that the readers of an item were asked to confirm it: at first, and again after each material change.
create table confirmation_rounds (
  id uuid primary key default gen_random_uuid(),
  -- Not a reference: what was recorded stays when the item is permanently deleted.
  item_id uuid not null,
  number int not null,
  revision_id uuid not null,
  reason text,
  opened_at timestamptz not null,
  opened_by uuid references users (id) on delete set null,
  unique (item_id, number)
);
create index confirmation_rounds_by_revision on confirmation_rounds (revision_id);
create index confirmation_rounds_by_opener on confirmation_rounds (opened_by) where opened_by is not null;

-- What the published revision of an item asks its readers to confirm, or the last one that asked. Kept in step by
-- publication.
create table confirmation_requests (
  item_id uuid primary key references content_items (id) on delete cascade,
  statement text not null,
  due_date date not null,
  round_id uuid not null references confirmation_rounds (id),
  -- False once the item was archived or asks for nothing.
  is_asked boolean not null,
  -- Whether readers saw the item when its duties were last updated.
  is_shown boolean not null
);
create index confirmation_requests_by_round on confirmation_requests (round_id);

-- Who confirmed what, as one text with everything that was recorded, and its digest. Rows never change. They refer to
-- nothing that could be deleted.
create table confirmations (
  id uuid primary key,
  round_id uuid not null references confirmation_rounds (id),
  item_id uuid not null,
  user_id uuid not null,
  revision_id uuid not null,
  confirmed_at timestamptz not null,
  record text not null,
  sha256 bytea not null,
  unique (round_id, user_id),
  check (sha256 = sha256(convert_to(record, 'UTF8')))
);
create index confirmations_by_user on confirmations (user_id, confirmed_at desc, id);
create trigger confirmations_keep before update or delete on confirmations for each row execute function refuse_change();
create trigger confirmations_keep_all before truncate on confirmations for each statement execute function refuse_change();

-- What a person must do or had to do about an item, and why it ended. A person has at most one open duty per item.
create table duties (
  id uuid primary key default gen_random_uuid(),
  -- Not a reference: a job that adds duties must not wait for editors.
  item_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  round_id uuid not null references confirmation_rounds (id) on delete cascade,
  due_date date not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_because text check (closed_because in ('Confirmed', 'LeftAudience', 'Withdrawn', 'Expired', 'NotAsked')),
  check ((closed_at is null) = (closed_because is null))
);
create unique index duties_open on duties (item_id, user_id) where closed_at is null;
create index duties_open_by_user on duties (user_id, due_date) where closed_at is null;
create index duties_by_user on duties (user_id);
create index duties_by_round on duties (round_id);

-- People who may have joined or left an audience since their duties were last updated, once for each change.
create table duty_changes (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id) on delete cascade
);
create index duty_changes_by_user on duty_changes (user_id);
create function note_duty_change() returns trigger language plpgsql as $$
begin
  insert into duty_changes (user_id) values (new.id);
  return null;
end $$;
create trigger users_added_for_duties after insert on users for each row execute function note_duty_change();
create trigger users_changed_for_duties after update on users for each row
  when (old.facts is distinct from new.facts or old.advisor_type is distinct from new.advisor_type
    or (old.disabled_at is null) <> (new.disabled_at is null))
  execute function note_duty_change();

-- Reminders that editors sent to those who had not confirmed, and whose email is still to be sent.
create table duty_reminders (
  id uuid primary key,
  item_id uuid not null references content_items (id) on delete cascade,
  sent_by uuid references users (id) on delete set null,
  sent_at timestamptz not null
);
create index duty_reminders_by_item on duty_reminders (item_id, sent_at desc);
create index duty_reminders_by_sender on duty_reminders (sent_by);
create table duty_reminder_people (
  reminder_id uuid not null references duty_reminders (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  is_due boolean not null,
  primary key (reminder_id, user_id)
);
create index duty_reminder_people_by_user on duty_reminder_people (user_id);

-- The digest of what readers see of a revision, as JSON with sorted names, so that anyone with the row can check it.
create function revision_sha256(rev content_revisions) returns bytea language sql stable
return sha256(convert_to(jsonb_build_object(
  'item', rev.item_id, 'number', rev.number, 'header', rev.header, 'description', rev.description, 'image', rev.image,
  'components', rev.components, 'details', rev.details, 'starts', extract(epoch from rev.starts_at),
  'ends', extract(epoch from rev.ends_at))::text, 'UTF8'));
