-- Certificates that people add to credits earned elsewhere: small files, in the database, so that no claim is ever
-- without its file. What no claim has used for a day is removed.
create table credit_files (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  file_name text not null,
  media_type text not null,
  sha256 bytea not null,
  content bytea not null,
  added_at timestamptz not null
);
create index credit_files_by_user on credit_files (user_id);
create index credit_files_by_day on credit_files (added_at);

-- Credits earned elsewhere, which count once an officer has accepted them.
create table credit_claims (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  title text not null check (title <> ''),
  provider text not null check (provider <> ''),
  program text not null check (program <> ''),
  -- Empty without one.
  state text not null,
  subject text not null,
  hours numeric(5, 2) not null check (hours > 0),
  earned_on date not null,
  file_id uuid not null references credit_files (id),
  status text not null check (status in ('Waiting', 'Accepted', 'Returned', 'Rejected', 'Withdrawn')),
  -- Why it was returned or rejected.
  reason text check ((reason is not null) = (status in ('Returned', 'Rejected'))),
  version int not null default 1,
  changed_at timestamptz not null
);
create index credit_claims_by_user on credit_claims (user_id, earned_on);
create index credit_claims_by_status on credit_claims (status, changed_at);
create index credit_claims_by_file on credit_claims (file_id);

-- Each step of a claim, with what it said then.
create table credit_claim_steps (
  claim_id uuid not null references credit_claims (id) on delete cascade,
  version int not null,
  action text not null check (action in ('Submitted', 'Corrected', 'Withdrawn', 'Accepted', 'Returned', 'Rejected', 'TakenBack')),
  by_id uuid references users (id) on delete set null,
  at timestamptz not null,
  reason text,
  claim jsonb not null,
  file_id uuid not null references credit_files (id),
  primary key (claim_id, version)
);
create index credit_claim_steps_by_person on credit_claim_steps (by_id) where by_id is not null;
create index credit_claim_steps_by_file on credit_claim_steps (file_id);
