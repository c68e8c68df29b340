import { withConnection } from '@portico/dev-database/databases';

const GROUP_SIZE = 100;

/**
 * Stores provisioned people as they are after their first sign-in, in groups of a hundred and one group of all. Returns
 * the ids of people and groups in order.
 */
export async function fillProvisioned(
  url: string,
  { people, groups, issuer }: { people: number; groups: number; issuer: string },
): Promise<{ people: string[]; groups: string[]; everyone: string }> {
  return withConnection(url, async (client) => {
    await client.query(`
      insert into scim_users (data, is_active, email, facts, created_at, modified_at)
        select jsonb_build_object('userName', 'person-' || n, 'externalId', 'entra-' || n, 'displayName', 'Alex Person ' || n,
            'active', n % 50 <> 0, 'name', jsonb_build_object('givenName', 'Alex', 'familyName', 'Person ' || n),
            'emails', jsonb_build_array(jsonb_build_object('value', 'Person-' || n || '@example.com', 'type', 'work', 'primary', true),
              jsonb_build_object('value', 'p' || n || '@home.example.com', 'type', 'home'))),
          n % 50 <> 0, 'person-' || n || '@example.com', array['branch:' || n % 200],
          now() - interval '1 year' + n * interval '1 second', now() - interval '1 day'
        from generate_series(1, ${people}) n;
      insert into scim_groups (data, created_at, modified_at)
        select jsonb_build_object('displayName', case n when 0 then 'Everyone' else 'Group ' || n end, 'externalId', 'list-' || n),
          now() - interval '1 year' + n * interval '1 second', now() - interval '1 day'
        from generate_series(0, ${groups}) n;
      create temporary table numbered as
        select id, row_number() over (order by created_at)::int as n from scim_users;
      insert into scim_group_members (group_id, member_id)
        select list.id, person.id from scim_groups list, numbered person where list.data->>'displayName' = 'Everyone';
      insert into scim_group_members (group_id, member_id)
        select list.id, person.id
        from (select id, split_part(data->>'displayName', ' ', 2)::int as n from scim_groups where data->>'displayName' <> 'Everyone') list
        join numbered person on (person.n - 1) % greatest(${people} / ${GROUP_SIZE}, 1) = (list.n - 1) % greatest(${people} / ${GROUP_SIZE}, 1)`);
    await client.query('vacuum (analyze)');
    await client.query(
      `insert into users (issuer, subject, email, given_name, surname, advisor_type, scim_id)
        select $1, 'entra-' || n, 'person-' || n || '@example.com', 'Alex', 'Person ' || n, 'AdvisorHybrid', id from numbered`,
      [issuer],
    );
    await client.query('vacuum (analyze)');
    const idsOf = async (from: string) =>
      (await client.query<{ id: string }>(`select id from ${from} order by created_at`)).rows.map(({ id }) => id);
    const [everyone, ...rest] = await idsOf('scim_groups');
    return { people: await idsOf('scim_users'), groups: rest, everyone: everyone! };
  });
}
