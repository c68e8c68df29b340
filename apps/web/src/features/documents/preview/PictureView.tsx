import type { PortalDocument } from '@portico/contracts/documents';
import { documentUrl } from '@portico/kinds/mediaUrls';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../../locale/text.ts';
import { NoPreview } from './NoPreview.tsx';
import styles from './PictureView.module.css';
import bar from './Toolbar.module.css';
import { type Zoom, ZoomControls } from './ZoomControls.tsx';

const rules = () => [{ value: 'fit', label: t('documents.wholePicture') }] as const;

/** A picture with zoom. It scrolls when it is larger than the window. */
export function PictureView({ document }: { document: PortalDocument }) {
  const image = useRef<HTMLImageElement>(null);
  const [zoom, setZoom] = useState<Zoom<'fit'>>('fit');
  const [size, setSize] = useState<{ natural: number; shown: number }>();
  const [hasFailed, setHasFailed] = useState(false);

  useEffect(() => {
    const measure = () => {
      const { naturalWidth = 0, clientWidth = 0 } = image.current ?? {};
      if (naturalWidth > 0) setSize({ natural: naturalWidth, shown: clientWidth });
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [zoom]);

  if (hasFailed) return <NoPreview document={document} reason="Damaged" />;
  const factor = typeof zoom === 'number' ? zoom : size ? size.shown / size.natural : 1;
  return (
    <div className={bar.frame}>
      <div className={bar.bar}>
        <ZoomControls zoom={zoom} factor={factor} rules={rules()} onChange={setZoom} />
      </div>
      <div role="region" aria-label={t('documents.picture')} tabIndex={0} className={bar.scroller} data-print="hidden">
        <div className={styles.stage} data-fit={zoom === 'fit' || undefined}>
          <img
            ref={image}
            src={documentUrl(document.id)}
            alt={document.header}
            className={styles.picture}
            style={typeof zoom === 'number' && size ? { inlineSize: `${size.natural * zoom}px` } : undefined}
            onLoad={({ currentTarget }) =>
              setSize({ natural: currentTarget.naturalWidth, shown: currentTarget.clientWidth })
            }
            onError={() => setHasFailed(true)}
          />
        </div>
      </div>
    </div>
  );
}
