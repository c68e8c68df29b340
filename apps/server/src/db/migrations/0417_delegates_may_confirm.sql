-- Whether delegates may confirm an item for the people for whom they act.
alter table confirmation_requests add column delegates_may boolean not null default false;
