import { html, type Html } from './html.ts';

/** A whole page: the wordmark, one card, a quiet footer. */
export function page({ title, body, wide = false }: { title: string; body: Html; wide?: boolean }): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} - Portico</title>
<link rel="stylesheet" href="/identity.css">
</head>
<body>
<header class="masthead">
${wordmark}
</header>
<main class="${wide ? 'card wide' : 'card'}">
${body}
</main>
<footer class="footer">Development sign-in service. It runs on this computer only.</footer>
</body>
</html>`.markup;
}

const wordmark = html`<p class="wordmark"><svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false">
<path d="M16 3 4 10v2h24v-2L16 3Zm0 2.9L23 10H9l7-4.1ZM7 14v10H5v3h22v-3h-2V14h-3v10h-4V14h-4v10h-4V14H7Z" fill="currentColor"/></svg>
<span>Portico</span></p>`;
