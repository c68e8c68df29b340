import { html, type Html } from '@portico/dev-pages/html';

/** A complete page: the wordmark, a card and a footer. */
export function page({ title, body, wide = false }: { title: string; body: Html; wide?: boolean }): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} - Portico</title>
        <link rel="icon" href="/identity.svg" type="image/svg+xml" />
        <link rel="preload" href="/fonts/serif.woff2" as="font" type="font/woff2" crossorigin />
        <link rel="preload" href="/fonts/sans.woff2" as="font" type="font/woff2" crossorigin />
        <link rel="stylesheet" href="/identity.css" />
      </head>
      <body>
        <header class="masthead">${wordmark}</header>
        <main class="${wide ? 'card wide' : 'card'}">${body}</main>
        <footer class="footer">Development sign-in service. It runs on this computer only.</footer>
      </body>
    </html>`.markup;
}

const wordmark = html`<p class="wordmark">
  <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false">
    <path d="M16 3 2.5 10.2V12h27v-1.8z" fill="currentColor" />
    <circle class="sun" cx="16" cy="8.6" r="1.55" />
    <path
      d="M5 14h3.6v10.5H5zM11.15 14h3.6v10.5h-3.6zM17.25 14h3.6v10.5h-3.6zM23.4 14H27v10.5h-3.6z"
      fill="currentColor"
    />
    <path d="M4 26h24v1.6H4zM2.5 28.4h27V30h-27z" fill="currentColor" />
  </svg>
  <span>Portico</span>
</p>`;
