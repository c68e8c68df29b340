import { useEffect, useId, useRef, useState } from 'react';
import Play from 'lucide-react/icons/play';
import type { ImageRef } from '../../base/media.ts';
import type { EmbeddedVideo as Film } from '../../base/embeddedVideo.ts';
import { ContentLink } from '../../page/ContentLink.tsx';
import { PortalImage } from '../../page/PortalImage.tsx';
import styles from './View.module.css';

/**
 * A video on another company's host. Nothing is requested from the host until the reader agrees. Its player then runs
 * in a sandbox that can't leave its frame or do anything but play. The host receives our origin, which YouTube
 * requires, but no page address. Source: TRUST X3, decisions/0035.
 */
export function EmbeddedVideo({ title, film, poster }: { title: string; film: Film; poster?: ImageRef | undefined }) {
  const [hasAgreed, setHasAgreed] = useState(false);
  const noticeId = useId();
  if (hasAgreed) return <Player title={title} film={film} />;
  return (
    <div className={styles.frame} data-theme="dark" data-print="hidden">
      {poster && (
        <PortalImage
          image={poster}
          ratio="16 / 9"
          sizes="(width < 600px) 92vw, 52rem"
          isDecorative
          className={styles.poster}
        />
      )}
      <div className={styles.ask} data-poster={poster ? '' : undefined}>
        <button
          type="button"
          className={styles.play}
          aria-label={`Play “${title}” from ${film.host}`}
          aria-describedby={noticeId}
          onClick={() => setHasAgreed(true)}
        >
          <Play aria-hidden="true" />
        </button>
        <p id={noticeId} className={styles.notice}>
          Plays from {film.host}, which then sees your IP address and may store data in your browser.{' '}
          <ContentLink href={film.pageUrl} openInNewTab>
            Watch on {film.host}
          </ContentLink>
        </p>
      </div>
    </div>
  );
}

function Player({ title, film }: { title: string; film: Film }) {
  const frame = useRef<HTMLIFrameElement>(null);
  // The focused button has been removed.
  useEffect(() => frame.current?.focus(), []);
  return (
    <div className={styles.frame} data-print="hidden">
      <iframe
        ref={frame}
        className={styles.player}
        src={film.playerUrl}
        title={title}
        // oxlint-disable-next-line react/iframe-missing-sandbox -- it keeps the origin of the host, which can't access our page
        sandbox="allow-scripts allow-same-origin allow-presentation"
        allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
        referrerPolicy="strict-origin"
      />
    </div>
  );
}
