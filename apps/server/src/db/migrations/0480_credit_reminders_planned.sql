-- When people who lack what a line asks for are reminded without an officer: 'Before' 90, 30 and 7 days before the firm's
-- own date, 'Weekly' also every week after it until the year ends. Null for never.
alter table credit_needs add column reminders text;

-- The firm's day of the planned reminders that were sent on it, which are audited once it is over.
alter table credit_reminders add column planned_on date unique, add column audited_at timestamptz;

-- When the person got it, the planned day that was sent, and whether the email is still to be sent. Null for those before
-- 0.2, who got it with its reminder and without email.
alter table credit_reminder_people add column sent_at timestamptz, add column step date, add column is_due boolean;
-- safe: no reminder has a step yet.
create unique index credit_reminder_people_by_step on credit_reminder_people (user_id, duty_id, step) where step is not null;
