-- Whether the person gets the daily email: until they turn it off.
alter table users add column daily_email boolean not null default true;
