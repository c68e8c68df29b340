-- safe throughout: these tables were never released.
-- What the search knows of published items. Publication writes it in its own transaction; docs/decisions/0040 says how it is read.

-- One row per published news item, event, resource, page and document. `doc` is a new number each time an item is published,
-- so that postings never change: those of a number that is gone are passed over until a merge leaves them out.
create table search_items (
  doc bigint generated always as identity primary key,
  item_id uuid not null unique references content_items on delete cascade,
  revision_id uuid not null,
  kind text not null,
  -- Copies from the item, as it is published.
  published_at timestamptz not null,
  expires_at timestamptz,
  starts_at timestamptz,
  ends_at timestamptz,
  categories text[] not null,
  department text,
  -- The words in the reading of snippets.
  body text not null,
  -- Words of the title count twice.
  length integer not null,
  -- Title A, everything else B.
  tsv tsvector not null
);
create index search_items_by_words on search_items using gin (tsv);
create index search_items_by_date on search_items (published_at);
create index search_items_by_expiry on search_items (expires_at) where expires_at is not null;
create index search_items_by_end on search_items (ends_at) where kind = 'event';

-- Numbers of items that were replaced or taken back and whose postings are still there.
create table search_gone (doc bigint primary key);

-- Postings are kept apart by kind and audience, so that whole rows are left out that a reader may not see. Two rows may say the
-- same: nobody waits for another one's publication.
create table search_buckets (
  id integer generated always as identity primary key,
  kind text not null,
  audience text[] not null
);
create index search_buckets_by_kind on search_buckets (kind, audience);

-- Postings come in segments: one for each publication, merged into larger ones by a job.
create table search_segments (
  id bigint generated always as identity primary key,
  docs integer not null
);

-- An entry is `doc << 12 | part`, where part / 1800 is the part of BM25 that depends on the item alone (0 to 2.2).
create table search_postings (
  lexeme text collate "C" not null,
  bucket integer not null,
  segment bigint not null,
  size integer not null,
  entries bigint[] not null,
  primary key (lexeme, bucket, segment)
);
create index search_postings_by_segment on search_postings (segment);

-- Words as they are written, with what they are stemmed to, for beginnings of words and for corrections. A word may be there twice.
create table search_words (
  word text collate "C" not null,
  lexeme text collate "C" not null
);
create index search_words_by_word on search_words (word, lexeme);
-- Each word and what is left of it when one letter is missing: a mistyped word shares such a form with the word that was meant.
create table search_forms (
  form text collate "C" not null,
  word text collate "C" not null
);
create index search_forms_by_form on search_forms (form, word);

-- Items that everybody of an advisor type may see, '' for those without one: how many, and how long on average.
create table search_statistics (
  advisor_type text primary key,
  items integer not null,
  average_length real not null
);

-- Abbreviations that are searched for in full as well, and the other way round. Editors keep them.
create table search_abbreviations (
  id uuid primary key default gen_random_uuid(),
  abbreviation text not null check (length(abbreviation) between 2 and 20),
  meaning text not null check (length(meaning) between 2 and 120),
  -- Both as the search compares them: small letters, one spelling.
  abbreviation_words text collate "C" not null unique,
  meaning_words text collate "C" not null,
  version integer not null default 1
);
