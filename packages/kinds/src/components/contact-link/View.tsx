import type { ReactNode } from 'react';
import { Avatar } from '@portico/ui/Avatar';
import { Card } from '@portico/ui/Card';
import { ContentLink } from '../../page/ContentLink.tsx';
import { ContactLines } from './ContactLines.tsx';
import type { ViewOf } from '../../page/view.ts';
import type { ContactLink } from './shape.ts';
import entry from '../../page/EntryWords.module.css';
import styles from './View.module.css';

export function ContactLinks({ children }: { children: ReactNode }) {
  return (
    <div className={styles.root} data-wide data-block>
      <ul className={styles.contacts}>{children}</ul>
    </div>
  );
}

/** A person or desk with the ways to contact them. */
export function ContactLinkView({ component: { name, role, email, phone, link } }: { component: ContactLink }) {
  return (
    <Card as="li" className={styles.contact}>
      <Avatar name={name} size={44} />
      <div className={entry.words}>
        <p className={entry.name}>{name}</p>
        {role && <p className={styles.role}>{role}</p>}
        <ContactLines email={email} phone={phone} className={styles.lines} />
        {link && (
          <p className={styles.more}>
            <ContentLink href={link.href} openInNewTab={link.openInNewTab}>
              {link.text}
            </ContentLink>
          </p>
        )}
      </div>
    </Card>
  );
}

export const view: ViewOf<ContactLink> = { View: ContactLinkView, Group: ContactLinks };
