-- How many people opened an item on a day in the firm's time zone, and how many downloaded its file. Says nothing about who.
create table readership_counts (
  item_id uuid not null references content_items on delete cascade,
  day date not null,
  readers int not null check (readers >= 0),
  downloads int not null check (downloads >= 0),
  -- How many people the item was for on that day; null until the day is over.
  audience int check (audience >= 0),
  primary key (item_id, day)
);
create index readership_counts_by_day on readership_counts (day) include (item_id, readers, downloads, audience);
create index readership_counts_open on readership_counts (day) where audience is null;

-- How many people see an item, from a day until that of the next row; zero while nobody does.
create table readership_audiences (
  item_id uuid not null references content_items on delete cascade,
  day date not null,
  people int not null check (people >= 0),
  primary key (item_id, day)
);

-- Sums of the days of a period that ended with `until`. Counts that are too small to be shown are between two numbers.
create table readership_totals (
  item_id uuid not null references content_items on delete cascade,
  days int not null check (days > 0),
  until date not null,
  readers_least bigint not null,
  readers_most bigint not null,
  downloads_least bigint not null,
  downloads_most bigint not null,
  -- Share of the audience, day, least and most readers, and audience of the day with the largest share.
  best_share float8 not null,
  best_day date not null,
  best_least int not null,
  best_most int not null,
  best_audience int not null,
  primary key (days, item_id)
);
create index readership_totals_by_item on readership_totals (item_id);

-- What has been counted today, as digests that nobody can make without the salt of the day and a key outside the database.
-- Unlogged, so that neither the write-ahead log nor replicas nor backups have them; both are deleted with the day.
create unlogged table readership_marks (
  day date not null,
  mark bytea not null check (octet_length(mark) = 16),
  primary key (day, mark)
);
create unlogged table readership_salts (
  day date primary key,
  salt bytea not null
);
