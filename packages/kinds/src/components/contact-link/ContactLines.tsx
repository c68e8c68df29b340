import Mail from 'lucide-react/icons/mail';
import Phone from 'lucide-react/icons/phone';
import { mailtoHref } from '../../base/emailAddress.ts';
import { cleanCodeWhileTyping } from '../../base/typedText.ts';
import { classes } from '@portico/ui/classes';
import { ContentLink } from '../../page/ContentLink.tsx';
import styles from './ContactLines.module.css';

export interface ContactLinesProps {
  email?: string | undefined;
  phone?: string | undefined;
  className?: string | undefined;
}

/**
 * The address that dials a number. `(0)` after a country code is only for calls within the country. Source of the
 * extension: RFC 3966.
 */
function telHref(phone: string): string {
  const [, main = phone, extension] =
    /^(.*?)(?:,? ?(?:[x#]|ext(?:\.|ension)?) ?(\d{1,7}))?$/i.exec(cleanCodeWhileTyping(phone)) ?? [];
  const number = (/^\s*\+/.test(main) ? main.replace(/\(0+\)/, '') : main).replaceAll(/[^\d+]/g, '');
  return `tel:${number}${extension === undefined ? '' : `;ext=${extension}`}`;
}

/** Allows a line break after the @, rather than before the last letter. */
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

/** Links to contact someone. Their text is the address or number itself, so that it can also be read on paper. */
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
