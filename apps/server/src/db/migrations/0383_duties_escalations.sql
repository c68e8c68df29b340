-- Supervisors who were notified that people of theirs had not confirmed in a round some days after its due date.
create table duty_escalations (
  round_id uuid not null references confirmation_rounds (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  people int not null,
  sent_at timestamptz not null,
  primary key (round_id, user_id)
);
create index duty_escalations_by_user on duty_escalations (user_id);
