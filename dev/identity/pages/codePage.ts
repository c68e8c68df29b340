import { html } from '@portico/dev-pages/html';
import { page } from './layout.ts';

/** The second step. `code` is shown in demo mode, where no text message is sent. */
export function codePage({
  uid,
  username,
  error,
  code,
}: {
  uid: string;
  username: string;
  error?: string | undefined;
  code?: string | undefined;
}): string {
  const path = `/interaction/${uid}`;
  return page({
    title: 'One-time code',
    body: html`<section class="panel" aria-labelledby="title">
      <h1 id="title">Enter your code</h1>
      <p class="lead">A second step protects <strong>${username}</strong>. Enter the 6-digit one-time code.</p>
      ${code && html`<p class="demo-code" id="demo-code"><span>Your code in this demo</span> <strong>${code}</strong></p>`}
      ${error && html`<p class="alert" role="alert" id="error">${error}</p>`}
      <form method="post" action="${path}/code">
        <label for="code">One-time code</label>
        <input
          id="code"
          name="code"
          class="code"
          inputmode="numeric"
          autocomplete="one-time-code"
          pattern="[0-9 ]*"
          maxlength="9"
          required
          autofocus
          ${error ? html`aria-invalid="true" aria-describedby="error"` : ''}
        />
        <button type="submit">Sign in</button>
      </form>
      <form method="post" action="${path}/restart">
        <button type="submit" class="quiet">Use another account</button>
      </form>
    </section>`,
  });
}
