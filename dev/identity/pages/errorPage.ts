import { html } from '@portico/dev-pages/html';
import { page } from './layout.ts';

/** Explains an error and offers the way back. `code`, for developers, is an OAuth error code or one of ours. */
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
      <h1 id="title">${expired ? 'This sign-in has expired' : 'Sign-in failed'}</h1>
      <p class="lead">
        ${
          expired
            ? 'It was open too long, or you finished it in another window. Start again from the portal.'
            : 'The sign-in request is invalid. Start again from the portal. If it happens again, send the details below to its administrators.'
        }
      </p>
      <p class="details"><code>${code}</code>${description && html` ${description}`}</p>
      <a class="button" href="${portal}/">Back to Portico</a>
    </section>`,
  });
}
