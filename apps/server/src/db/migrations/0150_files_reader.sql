-- The version of the reader that found the words of a file. Files of an earlier one are read again at night.
alter table files add column reader integer not null default 1;
