-- Pictures by the id that a collection gives them, so that a later import can refer to them without bringing them along.
create table imported_pictures (
  external_id text primary key,
  picture_id uuid not null references pictures on delete cascade,
  alt text not null
);
create index imported_pictures_by_picture on imported_pictures (picture_id);
