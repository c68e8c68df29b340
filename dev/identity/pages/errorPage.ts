import { html } from '@portico/dev-pages/html';
import { page } from './layout.ts';

/** What went wrong and the way back. `code` is an OAuth error code or one of ours, for whoever has to look into it. */
export function errorPage({
  code,
  description,
  portal,
}: {
  code: string;
  description?: string | undefined;
  portal: string;
}): string {
  const expired = description && /session|interaction|expired/i.test(description);
  return page({
    title: expired ? 'Sign-in expired' : 'Sign-in failed',
    body: html`<section class="panel" aria-labelledby="title">
      <h1 id="title">${expired ? 'This sign-in has expired' : 'Sign-in did not work'}</h1>
      <p class="lead">
        ${
          expired
            ? 'It was open for too long, or was finished in another window. Start again from the portal.'
            : 'The request cannot be answered as it was sent. Start again from the portal; if it happens again, tell the people who run it what it says below.'
        }
      </p>
      <p class="details"><code>${code}</code>${description && html` ${description}`}</p>
      <a class="button" href="${portal}/">Back to Portico</a>
    </section>`,
  });
}
