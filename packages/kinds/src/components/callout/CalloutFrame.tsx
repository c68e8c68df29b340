import type { ReactNode } from 'react';
import type { Callout, CalloutKind } from './shape.ts';
import { plainLink, type RenderLink } from '@portico/ui/renderLink';
import { ContentLink } from '../../page/ContentLink.tsx';
import { LinkContext } from '../../page/LinkContext.ts';
import { RichTextView } from '../../page/RichTextView.tsx';
import { calloutIcons } from './calloutIcons.ts';
import styles from './CalloutFrame.module.css';

export type CalloutFields = Omit<Callout, 'id' | 'type'>;

export interface CalloutFrameProps {
  kind: CalloutKind;
  /** Name for screen readers. */
  label: string;
  /** Follows the name of the kind; without a title, that name is the title. */
  title: ReactNode;
  children: ReactNode;
  aside?: ReactNode;
  /** Whether the title is an editor. */
  isEdited?: boolean;
}

/** The box of a callout. Icon, word and color show its kind. */
export function CalloutFrame({ kind, label, title, children, aside, isEdited = false }: CalloutFrameProps) {
  const Icon = calloutIcons[kind];
  // An editor can't be inside a paragraph.
  const Title = isEdited ? 'div' : 'p';
  return (
    <aside className={styles.callout} data-kind={kind} aria-label={label}>
      <Icon className={styles.icon} aria-hidden="true" />
      <div className={styles.text}>
        {title ? (
          <Title className={styles.title}>
            <span className={styles.kind}>{kind}</span>
            {title}
          </Title>
        ) : (
          <p className={styles.title}>{kind}</p>
        )}
        {children}
      </div>
      {aside}
    </aside>
  );
}

/** A callout with its title, text and link. */
export function CalloutBody({ callout }: { callout: CalloutFields }) {
  return (
    <CalloutFrame
      kind={callout.kind}
      label={callout.title ?? callout.kind}
      title={callout.title && <span>{callout.title}</span>}
    >
      <BodyAndLink callout={callout} />
    </CalloutFrame>
  );
}

function BodyAndLink({ callout: { body, link } }: { callout: CalloutFields }) {
  return (
    <>
      <div>
        <RichTextView body={body} />
      </div>
      {link && (
        <p className={styles.more}>
          <ContentLink href={link.href} openInNewTab={link.openInNewTab}>
            {link.text}
          </ContentLink>
        </p>
      )}
    </>
  );
}

/** The text and link of a callout, for places that render the rest themselves. */
export function CalloutText({ callout, renderLink = plainLink }: { callout: CalloutFields; renderLink?: RenderLink }) {
  return (
    <LinkContext value={renderLink}>
      <BodyAndLink callout={callout} />
    </LinkContext>
  );
}
