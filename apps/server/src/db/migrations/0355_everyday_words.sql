-- Everyday words for what the firm's own pages call differently. They are entries in small letters, without digits, and
-- are found in a term when it has all of their words, also very common ones, in any order. See decision 295.
alter table search_abbreviations drop constraint search_abbreviations_abbreviation_check;
-- safe: allows more than the check before it
alter table search_abbreviations add constraint search_abbreviations_abbreviation_check check (length(abbreviation) between 2 and 60);
alter table search_abbreviations
  add column everyday_query tsquery generated always as (
    case when abbreviation !~ '[[:upper:][:digit:]]' then plainto_tsquery('portico_titles', abbreviation_words) end) stored;
