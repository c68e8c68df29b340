-- When those who have not confirmed are reminded without an editor: 'Before' 7 days and 1 day before the due date,
-- 'Weekly' also every week after it. Null for never. And how many days after the due date supervisors are notified.
alter table confirmation_requests add column reminders text, add column escalates_after int;

-- The round and planned day of a reminder that was sent by this schedule. Its people get it in the morning of that day
-- in their zones, so it is audited once all have it.
alter table duty_reminders add column round_id uuid references confirmation_rounds (id) on delete cascade, add column step date,
  add column audited_at timestamptz;
-- safe: no reminder has a step yet.
create unique index duty_reminders_by_step on duty_reminders (round_id, step);

-- When the person got it; null for those before 0.2, who got it with its first ones.
alter table duty_reminder_people add column sent_at timestamptz;
