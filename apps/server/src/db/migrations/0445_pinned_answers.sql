-- Items that editors show above all results of a search.
create table pinned_answers (
  id uuid primary key,
  terms text[] not null check (cardinality(terms) between 1 and 20),
  -- The terms as search compares them; no two answers have the same.
  words text[] not null check (cardinality(words) between 1 and 20),
  -- In the order in which readers see them. An item that was deleted for good is left out when read.
  item_ids uuid[] not null check (cardinality(item_ids) between 1 and 3)
);
create index pinned_answers_by_words on pinned_answers using gin (words);

-- What administrators did, with the answers before and after, so that it can be undone.
create table pinned_answer_changes (
  id int primary key generated always as identity,
  kind text not null check (kind in ('Add', 'Change', 'Merge', 'Retire')),
  before jsonb not null,
  after jsonb not null,
  made_by uuid references users on delete set null,
  made_at timestamptz not null,
  undone_by uuid references users on delete set null,
  undone_at timestamptz
);
create index pinned_answer_changes_by_maker on pinned_answer_changes (made_by);
create index pinned_answer_changes_by_undoer on pinned_answer_changes (undone_by);

create trigger pinned_answers_added after insert on pinned_answers referencing new table as changed
  for each statement execute function record_search_change();
create trigger pinned_answers_changed after update on pinned_answers referencing new table as changed
  for each statement execute function record_search_change();
create trigger pinned_answers_removed after delete on pinned_answers referencing old table as changed
  for each statement execute function record_search_change();
