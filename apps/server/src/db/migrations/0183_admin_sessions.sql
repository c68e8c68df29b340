-- Sessions that began at or before this instant have ended.
alter table users add column sessions_ended_at timestamptz;

create trigger users_announce_sessions after update of sessions_ended_at on users for each row
  when (old.sessions_ended_at is distinct from new.sessions_ended_at) execute function announce_access();

-- For the number of people who signed in by day.
create index audit_log_sign_ins on audit_log (at, actor_id) where action = 'user.signed-in';
