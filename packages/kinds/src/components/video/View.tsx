import { useState } from 'react';
import { embeddedVideo } from '../../base/embeddedVideo.ts';
import { Disclosure } from '../../page/Disclosure.tsx';
import { RichTextView } from '../../page/RichTextView.tsx';
import { EmbeddedVideo } from './EmbeddedVideo.tsx';
import { PortalVideo } from './PortalVideo.tsx';
import type { ViewOf } from '../../page/view.ts';
import type { Video } from './shape.ts';
import styles from './View.module.css';

/**
 * A video on one of the allowed hosts, which receives no request until the reader agrees, or a file in the portal; with
 * its transcript.
 */
export function VideoView({ component }: { component: Video }) {
  const { title, source, captions, poster, transcript } = component;
  const [isOpen, setOpen] = useState(false);
  const film = embeddedVideo(source);
  if (!film && source.host !== 'Portal') throw new Error('It names no video.');
  return (
    <div data-wide data-block className={styles.video}>
      <figure>
        {film && <EmbeddedVideo title={title} film={film} poster={poster} />}
        {source.host === 'Portal' && <PortalVideo title={title} source={source} captions={captions} poster={poster} />}
        <figcaption className={styles.caption}>{title}</figcaption>
      </figure>
      {transcript && (
        <Disclosure title="Transcript" isOpen={isOpen} onOpenChange={setOpen} className={styles.transcript}>
          <RichTextView body={transcript} />
        </Disclosure>
      )}
    </div>
  );
}

export const view: ViewOf<Video> = { View: VideoView };
