-- For the administration's list of rejected calls, among everything else that the log has.
create index audit_log_refusals on audit_log (id) where action in ('access.refused', 'access.limited');
