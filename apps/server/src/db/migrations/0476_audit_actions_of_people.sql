-- What one person did of one kind: otherwise, all that they did or all of that kind is read.
create index audit_log_by_actor_action on audit_log (actor_id, action, id);
