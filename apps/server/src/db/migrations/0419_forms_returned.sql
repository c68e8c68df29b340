-- Entries that go back to the sender, who corrects them and sends them again.
alter table form_entries
  -- What to change; null unless the entry has been returned and not been sent again.
  add column return_note text,
  add column returned_at timestamptz,
  -- The email about it is still to be sent.
  add column is_return_due boolean not null default false,
  -- When it was sent again, the last time.
  add column corrected_at timestamptz;
alter table form_entries drop constraint form_entries_state_check;
-- safe: allows more than the check before it
alter table form_entries add constraint form_entries_state_check check (state in ('New', 'InWork', 'Done', 'Returned'));

-- What an entry said before it was corrected.
create table form_entry_revisions (
  entry_id uuid not null references form_entries (id) on delete cascade,
  number integer not null,
  form_id uuid not null,
  form_version integer not null,
  values jsonb not null,
  sent_at timestamptz not null,
  return_note text not null,
  primary key (entry_id, number),
  foreign key (form_id, form_version) references form_versions
);

-- The returned entry that this one corrects.
alter table saved_entries add column corrects_id uuid references form_entries (id) on delete set null;
create index saved_entries_by_corrected on saved_entries (corrects_id) where corrects_id is not null;
