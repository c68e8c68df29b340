-- In place of the index without times.
drop index notifications_broadcast;
alter index notifications_broadcast_new rename to notifications_broadcast;
