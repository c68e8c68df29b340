import type { Invitation, ReadMail } from '../readMail.ts';
import { html, type Html } from '@portico/dev-pages/html';
import { instant, page } from './layout.ts';

/** What the method of a calendar object means to its recipient. Source: RFC 5546. */
export function methodLabel(method: string): string {
  return { REQUEST: 'Invitation', CANCEL: 'Cancellation', PUBLISH: 'Event' }[method] ?? method;
}

/** One mail with its invitation, the way a calendar would read it. */
export function mailPage(id: string, mail: ReadMail): string {
  return page({
    title: mail.subject || 'Mail',
    body: html`<p><a href="/">All mail</a></p>
      <h1>${mail.subject || '(no subject)'}</h1>
      <dl>${row('From', mail.from)}${row('To', mail.to.join(', '))}${row('Sent', instant(mail.date))}</dl>
      ${mail.invitation && invitationCard(id, mail.invitation)}
      <h2>Text</h2>
      <pre>${mail.text}</pre>
      <p><a href="/mail/${id}.eml" download>Save the message (.eml)</a></p>`,
  });
}

function invitationCard(id: string, invitation: Invitation): Html {
  return html`<section class="card" aria-labelledby="invitation">
    <h2 id="invitation">${methodLabel(invitation.method)}: ${invitation.summary}</h2>
    <dl>
      ${row('Starts', instant(invitation.start))} ${row('Ends', instant(invitation.end))}
      ${row('Where', invitation.location)} ${row('From', invitation.organizer?.replace(/^mailto:/i, ''))}
      ${row('For', invitation.attendees.map((attendee) => attendee.replace(/^mailto:/i, '')).join(', '))}
      ${row('Method', invitation.method)} ${row('Status', invitation.status)}
      ${row('Sequence', String(invitation.sequence))} ${row('ID', invitation.uid)}
    </dl>
    <p><a href="/mail/${id}.ics" download>Save the invitation (.ics)</a></p>
  </section>`;
}

const row = (name: string, value: Html | string | undefined): Html | false =>
  value
    ? html`<dt>${name}</dt>
        <dd>${value}</dd>`
    : false;

export function missingPage(): string {
  return page({
    title: 'Not found',
    body: html`<h1>Message not found</h1>
      <p>Only recent mail is stored. <a href="/">All mail</a></p>`,
  });
}
