-- How the sections of a revision differ from those of the one that was published before, and which of these changes are
-- material, as its editor marked them: {base, sections: [{heading, change, before, after, isMaterial}]}.
alter table content_revisions add column section_marks jsonb;

-- What people who confirmed an earlier revision must read in a round: the sections with material changes since then,
-- with the words of both. Kept in step by publication.
create table round_sections (
  round_id uuid not null references confirmation_rounds (id) on delete cascade,
  -- The revision that they confirmed.
  revision_id uuid not null,
  -- The words go with the item.
  item_id uuid not null references content_items (id) on delete cascade,
  sections jsonb not null,
  -- The headings of sections with small changes only.
  small jsonb not null,
  -- Whether no material change is left, so that their confirmation counts in this round.
  is_kept boolean not null,
  primary key (round_id, revision_id)
);
create index round_sections_by_item on round_sections (item_id);
create index round_sections_kept on round_sections (round_id) where is_kept;

create index confirmations_by_item on confirmations (item_id, user_id);
create index confirmations_by_revision on confirmations (revision_id, user_id);
