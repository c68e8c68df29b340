-- People, as the identity provider describes them. A row comes into being at the first sign-in.
create table users (
  id uuid primary key default gen_random_uuid(),
  issuer text not null,
  subject text not null,
  nickname text,
  given_name text,
  surname text,
  email text,
  avatar_url text,
  advisor_type text,
  roles text[] not null default '{}',
  -- Set by an administrator: from then on every token of this person is refused.
  disabled_at timestamptz,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (issuer, subject)
);

create table application_access (
  user_id uuid not null references users on delete cascade,
  application text not null,
  access_level text not null check (access_level in ('None', 'ActionRequired', 'Access')),
  primary key (user_id, application)
);
