-- What the virus scanner found. Waiting, Refused and TooLarge are not served. Null is served: nobody has scanned it, because there was no
-- scanner or because uploads may be served before it answers.
alter table files add column scan text check (scan in ('Waiting', 'Clean', 'Refused', 'TooLarge'));
alter table files add column scanned_at timestamptz;
-- As the scanner calls it.
alter table files add column threat text;
alter table form_files add column scan text check (scan in ('Waiting', 'Clean', 'Refused', 'TooLarge'));
alter table form_files add column scanned_at timestamptz;
alter table form_files add column threat text;

-- safe: there are some thousand files at most, and reading goes on
create index files_to_scan on files (created_at) where scanned_at is null;
-- safe: there are some thousand files at most, and reading goes on
create index form_files_to_scan on form_files (created_at) where scanned_at is null;
