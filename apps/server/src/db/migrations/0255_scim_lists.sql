-- Lists and filters of SCIM among 100,000 people. Providers find people by an address and read them all page by page.
create index scim_users_by_creation on scim_users (created_at, id);

create function scim_emails(data jsonb) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(lower(email->>'value')), '{}')
  from jsonb_array_elements(case jsonb_typeof(data->'emails') when 'array' then data->'emails' else '[]' end) email
$$;
create index scim_users_by_emails on scim_users using gin (scim_emails(data));
