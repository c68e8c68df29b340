import { html } from '@portico/dev-pages/html';
import { page } from './layout.ts';

/** Asks before ending the session, because any page may link here. */
export function signOutPage({ action, secret }: { action: string; secret: string }): string {
  return page({
    title: 'Sign out',
    body: html`<section class="panel" aria-labelledby="title">
      <h1 id="title">Sign out of Portico?</h1>
      <p class="lead">You’ll need your password and a new one-time code to sign in again.</p>
      <form method="post" action="${action}">
        <input type="hidden" name="xsrf" value="${secret}" />
        <button type="submit" name="logout" value="yes" autofocus>Sign out</button>
        <button type="submit" class="quiet">Stay signed in</button>
      </form>
    </section>`,
  });
}

export function signedOutPage({ portal }: { portal: string }): string {
  return page({
    title: 'Signed out',
    body: html`<section class="panel" aria-labelledby="title">
      <h1 id="title">You’re signed out</h1>
      <p class="lead">Close this window if other people use this computer.</p>
      <a class="button" href="${portal}/">Sign in again</a>
    </section>`,
  });
}
