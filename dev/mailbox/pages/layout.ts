import { html, type Html } from '@portico/dev-pages/html';

/** A complete page of the mailbox. */
export function page({ title, body }: { title: string; body: Html }): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} - Portico mailbox</title>
        <link rel="icon" href="/mailbox.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/mailbox.css" />
      </head>
      <body>
        <header class="masthead"><a href="/">Portico mailbox</a></header>
        <main>${body}</main>
        <footer>All mail that the portal sends on this computer stops here. Nothing is delivered.</footer>
      </body>
    </html>`.markup;
}

/** "Mon, Mar 9, 2026, 2:00 pm UTC"; invalid dates are returned unchanged. */
export function instant(text: string): Html {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return html`${text}`;
  const label = new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  })
    .format(date)
    .replace(/[AP]M$/, (half) => half.toLowerCase());
  return html`<time datetime="${date.toISOString()}">${label} UTC</time>`;
}
