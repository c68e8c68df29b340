import type { ReadMail } from '../readMail.ts';
import { html } from '@portico/dev-pages/html';
import { instant, page } from './layout.ts';
import { methodLabel } from './mailPage.ts';

/** All mail, newest first. */
export function listPage(mails: Array<ReadMail & { id: string }>): string {
  return page({
    title: 'Mail',
    body: html`<h1>Mail</h1>
      ${mails.length === 0 && html`<p>No mail yet. Request an invitation on an event's page, then reload this page.</p>`}
      ${
        mails.length > 0 &&
        html`<ul class="mails">
          ${mails.map(
            ({ id, subject, to, date, invitation }) =>
              html`<li>
                <a href="/mail/${id}">${subject || '(no subject)'}</a>
                ${invitation && html`<span class="tag">${methodLabel(invitation.method)}</span>`}
                <p>To ${to.join(', ')}, ${instant(date)}</p>
              </li>`,
          )}
        </ul>`
      }`,
  });
}
