-- How many had read a broadcast when it left people's lists; null until then. What each of them did with it is deleted from then on.
alter table notifications add column final_reads integer;
-- What the hourly job looks for: broadcasts that may be due, and those that are done, whose states are to go.
create index notifications_open on notifications (created_at) where user_id is null and final_reads is null;
