import type pg from 'pg';

/** The issuer of everyone who was filled in. */
const ISSUER = 'https://bench.test';

interface DeskRows {
  /** Rows of each list. */
  count: number;
  eventId: string;
  formId: string;
  /** The person who made what a person has to make. */
  editorId: string;
  webhookId: string;
}

/** People with names, addresses, facts and access to one application. */
export async function fillDeskPeople(client: pg.Client, count: number): Promise<void> {
  await client.query(
    `insert into users (issuer, subject, given_name, surname, email, advisor_type, roles, claim_facts, facts, last_sign_in_at)
     select $2, 'desk ' || i, 'Alex', 'Person ' || i, 'person-' || i || '@example.com', 'AdvisorHybrid', '{member}', facts, facts,
       now() - i * interval '1 minute'
     from generate_series(1, $1::int) i
     cross join lateral (select array['firm:Firm ' || i % 7, 'branch:Branch ' || i % 40] as facts) of_person`,
    [count, ISSUER],
  );
  await client.query(
    `insert into application_access (user_id, application, access_level) select id, 'Orion', 'Access' from users where issuer = $1`,
    [ISSUER],
  );
  await client.query('vacuum (analyze) users, application_access');
}

/** What these people did and got, by statements, because calls would take hours. */
export async function fillDesk(client: pg.Client, rows: DeskRows): Promise<void> {
  for (const [statement, values] of statementsFor(rows)) await client.query(statement, values);
}

function statementsFor({ count, eventId, formId, editorId, webhookId }: DeskRows): Array<[string, unknown[]]> {
  return [
    [
      `insert into event_registrations (event_id, user_id, status, created_at)
       select $1, id, case when row_number() over (order by id) % 3 = 0 then 'Waiting' else 'Registered' end, now() - row_number() over (order by id) * interval '1 second'
       from users where issuer = $2`,
      [eventId, ISSUER],
    ],
    [
      `insert into form_entries (id, form_id, form_version, user_id, values, received_at, is_receipt_due, state)
       select gen_random_uuid(), $1, 1, id, '{}', now() - row_number() over (order by id) * interval '1 minute', false,
         (array['New', 'InWork', 'Done'])[1 + row_number() over (order by id) % 3]
       from users where issuer = $2`,
      [formId, ISSUER],
    ],
    [
      `with file as (insert into credit_files (user_id, file_name, media_type, sha256, content, added_at)
         values ($2, 'certificate.pdf', 'application/pdf', sha256('x'), 'x', now()) returning id)
       insert into credit_claims (id, user_id, title, provider, program, state, subject, hours, earned_on, file_id, status, changed_at)
       select gen_random_uuid(), person.id, 'Course ' || row_number() over (order by person.id), 'A provider', 'CFP', '', '', 2,
         current_date - 10, file.id, (array['Waiting', 'Accepted'])[1 + row_number() over (order by person.id) % 2], now()
       from users person, file where person.issuer = $1`,
      [ISSUER, editorId],
    ],
    [
      `insert into notifications (title, description, created_at, created_by)
       select 'Notice ' || i, 'What it says.', now() - i * interval '1 hour', $2 from generate_series(1, $1::int) i`,
      [count, editorId],
    ],
    [
      `insert into search_term_counts (day, term, searches, unanswered)
       select current_date - 1 - i % 20, 'term ' || i, 5 + i % 90, case when i % 4 = 0 then 5 else 0 end
       from generate_series(1, $1::int) i`,
      [count],
    ],
    [
      `insert into readership_totals (item_id, days, until, readers_least, readers_most, downloads_least, downloads_most,
         best_share, best_day, best_least, best_most, best_audience)
       select id, 30, current_date - 1, 5 + abs(hashtext(id::text) % 50), 5 + abs(hashtext(id::text) % 50), 0, 0, 0.5, current_date - 3, 5, 5, 10
       from content_items where published_revision_id is not null and kind = 'news'`,
      [],
    ],
    // Everything belongs to people without a role; one item in ten is due for review.
    [
      `insert into content_owners (item_id, owner_id, review_on)
       select item.id, leaver.id, current_date + case when item.number % 10 = 0 then 7 else 100 end
       from (select id, row_number() over (order by id) as number from content_items where kind = 'news') item
       join (select id, row_number() over (order by id) as number from users where issuer = $1) leaver on leaver.number = 1 + item.number % 50`,
      [ISSUER],
    ],
    [
      `insert into delegations (person_id, delegate_id, scopes, starts_on, ends_on, given_by, given_at)
       select id, $2, '{Tasks}', current_date, current_date + 30, id, now() from users where issuer = $1`,
      [ISSUER, editorId],
    ],
    [
      `with hook as (insert into webhooks (id, name, url, events, secret, created_by, created_at)
         values ($3, 'Bench', 'https://hooks.example.com/', '{item.published}', 'secret', $2, now()) returning id)
       insert into webhook_deliveries (webhook_id, event, body, state, created_at, attempts)
       select hook.id, 'item.published', '{}', 'delivered', now() - i * interval '1 second', 1
       from hook, generate_series(1, $1::int) i`,
      [count, editorId, webhookId],
    ],
  ];
}
