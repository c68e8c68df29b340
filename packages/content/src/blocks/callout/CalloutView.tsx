import type { ReactNode } from 'react';
import Info from 'lucide-react/icons/info';
import Lightbulb from 'lucide-react/icons/lightbulb';
import NotebookPen from 'lucide-react/icons/notebook-pen';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { CalloutKind, ComponentOf } from '@portico/contracts/content';
import { plainLink, type RenderLink } from '@portico/ui/renderLink';
import { ContentLink } from '../../ContentLink.tsx';
import { LinkContext } from '../../LinkContext.ts';
import { RichTextView } from '../../RichTextView.tsx';
import styles from './CalloutView.module.css';

const icons: Record<CalloutKind, typeof Info> = { Tip: Lightbulb, Info, Note: NotebookPen, Warning: TriangleAlert };

export type CalloutFields = Omit<ComponentOf<'Callout'>, 'id' | 'type'>;

/** A note set apart from the text. Icon, word and color show its kind. */
export function CalloutBody({ callout, aside }: { callout: CalloutFields; aside?: ReactNode }) {
  const Icon = icons[callout.kind];
  return (
    <aside className={styles.callout} data-kind={callout.kind} aria-label={callout.title ?? callout.kind}>
      <Icon className={styles.icon} aria-hidden="true" />
      <div className={styles.text}>
        <p className={styles.title}>
          {callout.title ? (
            <>
              <span className={styles.kind}>{callout.kind}</span>
              {callout.title}
            </>
          ) : (
            callout.kind
          )}
        </p>
        <RichTextView body={callout.body} />
        {callout.link && (
          <p className={styles.more}>
            <ContentLink href={callout.link.href} openInNewTab={callout.link.openInNewTab}>
              {callout.link.text}
            </ContentLink>
          </p>
        )}
      </div>
      {aside}
    </aside>
  );
}

/** A callout outside a page's body, such as on the dashboard. */
export function CalloutView({
  renderLink = plainLink,
  ...rest
}: {
  callout: CalloutFields;
  aside?: ReactNode;
  renderLink?: RenderLink;
}) {
  return (
    <LinkContext value={renderLink}>
      <CalloutBody {...rest} />
    </LinkContext>
  );
}
