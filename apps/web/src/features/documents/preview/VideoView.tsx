import type { PortalDocument } from '@portico/contracts/documents';
import { documentUrl } from '@portico/kinds/mediaUrls';
import { useState } from 'react';
import styles from './VideoView.module.css';
import { NoPreview } from './NoPreview.tsx';

/** A video with the browser's controls. Only videos on content pages have captions; documents have none. */
export function VideoView({ document }: { document: PortalDocument }) {
  const [hasFailed, setHasFailed] = useState(false);
  if (hasFailed) return <NoPreview document={document} reason="Damaged" />;
  return (
    <div className={styles.stage}>
      {/* oxlint-disable-next-line jsx_a11y/media-has-caption -- a document is one file, captions are another; content pages bring both together */}
      <video
        src={documentUrl(document.id)}
        controls
        preload="metadata"
        aria-label={document.header}
        className={styles.film}
        onError={() => setHasFailed(true)}
      />
    </div>
  );
}
