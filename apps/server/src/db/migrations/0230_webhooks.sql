-- Addresses of other systems that the portal notifies.
create table webhooks (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 100),
  url text not null check (length(url) <= 2000),
  events text[] not null check (cardinality(events) > 0),
  secret text not null,
  -- Signatures with the secret before are sent as well until then.
  previous_secret text,
  previous_secret_until timestamptz,
  created_by uuid not null references users (id) on delete restrict,
  created_at timestamptz not null,
  disabled_at timestamptz,
  -- Whether the portal turned it off because deliveries failed.
  is_given_up boolean not null default false,
  -- The first failure since the last delivery that arrived.
  failing_since timestamptz
);
create index webhooks_by_creator on webhooks (created_by);

-- What is sent, written in the transaction of what happened.
create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references webhooks (id) on delete cascade,
  event text not null,
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  created_at timestamptz not null,
  attempts integer not null default 0,
  attempted_at timestamptz,
  next_attempt_at timestamptz,
  status integer,
  duration_ms integer,
  problem text
);
create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, created_at desc, id desc);
create index webhook_deliveries_by_time on webhook_deliveries (created_at) where state <> 'waiting';
