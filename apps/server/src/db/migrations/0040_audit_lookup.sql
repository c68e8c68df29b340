-- Reports ask for all that happened to one item, and for all that one person did.
create index audit_log_by_object on audit_log (object_id, id);
create index audit_log_by_actor on audit_log (actor_id, id);
