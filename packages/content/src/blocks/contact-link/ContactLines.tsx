import Mail from 'lucide-react/icons/mail';
import Phone from 'lucide-react/icons/phone';
import { classes } from '@portico/ui/classes';
import { ContentLink } from '../../ContentLink.tsx';
import styles from './ContactLines.module.css';

export interface ContactLinesProps {
  email?: string | undefined;
  phone?: string | undefined;
  className?: string | undefined;
}

/** No part of an address may start a header of the message, such as a copy to somebody else. */
const mailtoHref = (email: string) => `mailto:${email.split('@').map(encodeURIComponent).join('@')}`;
const telHref = (phone: string) => `tel:${phone.replace(/[^\d+]/g, '')}`;

/** Breaks after the @ rather than before its last letter. */
function BreakableEmail({ email }: { email: string }) {
  const at = email.lastIndexOf('@') + 1;
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}

/** Ways to reach somebody, to be pressed and to be read: on paper they still say the address. */
export function ContactLines({ email, phone, className }: ContactLinesProps) {
  if (!email && !phone) return null;
  return (
    <ul className={classes(styles.lines, className)}>
      {email && (
        <li>
          <Mail aria-hidden="true" className={styles.icon} />
          <ContentLink href={mailtoHref(email)} className={styles.link}>
            <BreakableEmail email={email} />
          </ContentLink>
        </li>
      )}
      {phone && (
        <li>
          <Phone aria-hidden="true" className={styles.icon} />
          <ContentLink href={telHref(phone)} className={styles.link}>
            {phone}
          </ContentLink>
        </li>
      )}
    </ul>
  );
}
