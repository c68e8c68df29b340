import { html, type Html } from '@portico/dev-pages/html';

/** A whole page of the mailbox. */
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
        <footer>All mail of the portal on this computer ends here; none of it is sent on.</footer>
      </body>
    </html>`.markup;
}

/** "Mon, Mar 9, 2026, 14:00 UTC"; what is no date stays as it is. */
export function instant(text: string): Html {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return html`${text}`;
  const label = new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  }).format(date);
  return html`<time datetime="${date.toISOString()}">${label} UTC</time>`;
}
