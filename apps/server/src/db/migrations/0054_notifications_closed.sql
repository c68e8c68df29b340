-- How many had read a broadcast when it left people's lists; null until then. What each of them did with it is deleted from then on.
-- The hourly job finds broadcasts by notifications_sent.
alter table notifications add column final_reads integer;
