import { useState } from 'react';
import type { Video } from './shape.ts';
import { documentUrl, imageUrl } from '../../base/mediaUrls.ts';
import { LinkButton } from '@portico/ui/LinkButton';
import styles from './View.module.css';

export interface PortalVideoProps extends Pick<Video, 'title' | 'captions' | 'poster'> {
  source: Extract<Video['source'], { host: 'Portal' }>;
}

/** A video stored in the portal, in the browser's own player. With a poster, nothing else is loaded until it plays. */
export function PortalVideo({ title, source, captions, poster }: PortalVideoProps) {
  const [hasFailed, setHasFailed] = useState(false);
  const posterWidth = poster?.widths.at(-1);
  if (hasFailed) {
    return (
      <div className={styles.frame} data-theme="dark">
        <div className={styles.ask}>
          <p className={styles.notice}>Your browser can’t play this video here.</p>
          <LinkButton href={documentUrl(source.documentId, 'download')} download>
            Download the video
          </LinkButton>
        </div>
      </div>
    );
  }
  return (
    <div className={styles.frame} data-print="hidden">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the author provides its captions */}
      <video
        className={styles.player}
        controls
        playsInline
        aria-label={title}
        preload={poster ? 'none' : 'metadata'}
        {...(poster && posterWidth !== undefined ? { poster: imageUrl(poster, posterWidth) } : {})}
      >
        <source
          src={documentUrl(source.documentId)}
          type={source.format === 'WEBM' ? 'video/webm' : 'video/mp4'}
          onError={() => setHasFailed(true)}
        />
        {captions.map(({ documentId, language, label }) => (
          <track
            key={`${documentId} ${language}`}
            kind="captions"
            src={documentUrl(documentId)}
            srcLang={language}
            label={label}
          />
        ))}
      </video>
    </div>
  );
}
