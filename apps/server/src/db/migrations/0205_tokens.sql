-- Tokens with which other systems of the group call the portal.
create table api_tokens (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 100),
  scopes text[] not null check (cardinality(scopes) > 0),
  secret_hash bytea not null unique check (length(secret_hash) = 32),
  ending text not null,
  owner_id uuid not null references users (id) on delete restrict,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_tokens_by_owner on api_tokens (owner_id);
