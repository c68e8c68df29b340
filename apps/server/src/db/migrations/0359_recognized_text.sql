-- Files whose pages are pictures, for text recognition where it is on. See decision 297.
-- safe: constant defaults, so nothing is rewritten
alter table files
  add column recognition text check (recognition in ('Wanted', 'Done')),
  add column recognized_pages integer not null default 0 check (recognized_pages >= 0);
-- safe: pictures are few; PDF files get the column when they are read again
update files set recognition = 'Wanted' where format in ('PNG', 'JPEG', 'WEBP');
create index files_to_recognize on files (id) where recognition = 'Wanted';
