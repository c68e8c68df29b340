-- How names are compared. packages/contracts/src/search/foldWords.ts says the same to TypeScript, and foldWords.test.ts compares the two.
-- The ICU collation tells letters and digits in all scripts, whatever the database's own collation is.
create function fold_words(given text) returns text[] language sql immutable strict parallel safe as $$
  select array_remove(regexp_split_to_array(
    translate(replace(replace(replace(replace(replace(
      regexp_replace(
        lower(normalize(given, NFKD) collate "und-x-icu"),
        '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099-\u309a\ufe20-\ufe2f]',
        '', 'g'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), '&', ' and '),
    'øłđðħıς', 'olddhiσ') collate "und-x-icu",
    '[^[:alnum:]]+'), '')
$$;

-- The words of a name, and each two or three neighbors joined: O'Brien is also obrien, A.J. is also aj, 401(k) is also 401k.
create function name_keys(words text[]) returns tsvector language sql immutable strict parallel safe as $$
  select coalesce(array_to_tsvector(array_agg(distinct left(array_to_string(words[first:last], ''), 200))), '')
  from generate_subscripts(words, 1) first, generate_series(first, least(first + 2, cardinality(words))) last
$$;

-- The name a person goes by, the one they were given, and what their address begins with. personKeys() in search/index/names.ts is the same.
create index users_by_name on users using gin (name_keys(fold_words(
  coalesce(nickname, '') || ' ' || coalesce(given_name, '') || ' ' || coalesce(surname, '') || ' ' || coalesce(split_part(email, '@', 1), ''))));
