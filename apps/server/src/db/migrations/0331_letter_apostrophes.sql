-- Apostrophes that Unicode counts as letters, as in Keʻala and Oʼneil, separate words like every other one. Everything else is as in
-- 0315_name_keys.sql.
create or replace function fold_words(given text) returns text[] language sql immutable strict parallel safe as $$
  select array_remove(regexp_split_to_array(
    translate(replace(replace(replace(replace(replace(
      regexp_replace(
        lower(normalize(given, NFKD) collate "und-x-icu"),
        '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099-\u309a\ufe20-\ufe2f]',
        '', 'g'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), '&', ' and '),
    'øłđðħıς', 'olddhiσ') collate "und-x-icu",
    '([^[:alnum:]]|[\u02b9-\u02c1\u02c8\u02ca\u02cb\u02ee\u07f4\u07f5\ua78c])+'), '')
$$;

reindex index users_by_name;
reindex index content_revisions_by_title;
reindex index studio_drafts_by_title;
-- safe: recomputes the keys of a few hundred categories
update content_categories set name = name where name ~ '[\u02b9-\u02c1\u02c8\u02ca\u02cb\u02ee\u07f4\u07f5\ua78b\ua78c]';
