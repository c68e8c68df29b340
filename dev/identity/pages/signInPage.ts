import type { DemoAccount } from '../demoAccounts.ts';
import { html } from '@portico/dev-pages/html';
import { page } from './layout.ts';

/** Username and password. Demo mode lists `accounts`; choosing one fills in its name. */
export function signInPage({
  uid,
  username,
  error,
  accounts,
  password,
}: {
  uid: string;
  username: string;
  error?: string | undefined;
  accounts: readonly DemoAccount[];
  /** Shown only in demo mode. */
  password?: string | undefined;
}): string {
  const path = `/interaction/${uid}`;
  const form = html`<section class="panel" aria-labelledby="title">
    <h1 id="title">Sign in</h1>
    <p class="lead">Use your Portico account. Next, you’ll enter a one-time code.</p>
    ${error && html`<p class="alert" role="alert" id="error">${error}</p>`}
    <form method="post" action="${path}/password">
      <label for="username">Username or email</label>
      <input
        id="username"
        name="username"
        value="${username}"
        autocomplete="username"
        autocapitalize="none"
        spellcheck="false"
        maxlength="200"
        required
        ${username ? '' : autofocus}
        ${error ? describedByError : ''}
      />
      <label for="password">Password</label>
      <input
        id="password"
        name="password"
        type="password"
        autocomplete="current-password"
        maxlength="200"
        required
        ${username ? autofocus : ''}
        ${error ? describedByError : ''}
      />
      <button type="submit">Continue</button>
    </form>
  </section>`;
  const list =
    accounts.length > 0 &&
    html`<section class="panel accounts" aria-labelledby="accounts">
      <h2 id="accounts">Demo accounts</h2>
      <p>Choose one to fill in its name. They all use the password <code>${password}</code>.</p>
      <ul>
        ${accounts.map(
          (account) =>
            html`<li>
              <a href="${path}?account=${account.username}" ${account.username === username ? current : ''}>
                <span class="account">${account.username}</span> <span class="label">${account.label}</span></a
              >
            </li>`,
        )}
      </ul>
    </section>`;
  return page({ title: 'Sign in', wide: accounts.length > 0, body: html`${form}${list}` });
}

const autofocus = html`autofocus`;
const describedByError = html`aria-invalid="true" aria-describedby="error"`;
const current = html`aria-current="true"`;
