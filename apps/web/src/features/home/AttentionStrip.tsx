import { calloutIcons } from '@portico/kinds/page/calloutIcons';
import type { Home } from '@portico/contracts/home';
import { plainText } from '@portico/kinds/plainText';
import { IconButton } from '@portico/ui/IconButton';
import { Skeleton } from '@portico/ui/Skeleton';
import ChevronDown from 'lucide-react/icons/chevron-down';
import X from 'lucide-react/icons/x';
import { lazy, Suspense, useEffect, useId, useState } from 'react';
import { t } from '../../locale/text.ts';
import { PortalLink, portalLink } from '../../kit/PortalLink.tsx';
import { readPersonal, writePersonal } from '../../sign-in/personalStorage.ts';
import styles from './AttentionStrip.module.css';
import { useCloseBanner } from './useCloseBanner.ts';

const CalloutText = lazy(() =>
  import('@portico/kinds/page/CalloutFrame').then((module) => ({ default: module.CalloutText })),
);

type Callout = Omit<Home['callouts'][number], 'id' | 'type'>;

/** Number of lines at the last visit, for which a loading strip reserves space. */
const STORED = 'attention-lines';
const USUAL_LINES = 4;

/** The banner and the callouts, one line each, which open in place. */
export function AttentionStrip({ home, isPreview }: { home: Home; isPreview: boolean }) {
  const { callouts } = home;
  const { isHidden, close } = useCloseBanner(isPreview);
  const banner = isHidden ? null : home.notificationBanner;
  const lines = callouts.length + (banner ? 1 : 0);
  useEffect(() => void writePersonal(STORED, String(lines)), [lines]);
  if (lines === 0) return null;
  return (
    <section aria-label={t('dashboard.attention')} className={styles.strip}>
      <ul className={styles.lines}>
        {banner && <Line key={banner.id} callout={calloutOf(banner)} onClose={() => void close(banner.id)} />}
        {callouts.map((callout) => (
          <Line key={callout.id} callout={callout} />
        ))}
      </ul>
    </section>
  );
}

export function AttentionSkeleton() {
  const lineCount = Number(readPersonal(STORED) ?? USUAL_LINES);
  if (lineCount === 0) return null;
  return (
    <div className={styles.strip}>
      {Array.from({ length: lineCount }, (_, index) => (
        <div key={index} className={styles.placeholder}>
          <Skeleton width={index % 2 ? '45%' : '60%'} />
        </div>
      ))}
    </div>
  );
}

function calloutOf({ kind, title, text, link }: NonNullable<Home['notificationBanner']>): Callout {
  return {
    kind,
    title,
    body: { type: 'doc', content: text ? [{ type: 'paragraph', content: [{ type: 'text', text }] }] : [] },
    ...(link ? { link: { ...link, openInNewTab: false } } : {}),
  };
}

function Line({ callout, onClose }: { callout: Callout; onClose?: () => void }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { kind, title, body, link } = callout;
  const text = title ?? plainText(body);
  const Icon = calloutIcons[kind];
  return (
    <li className={styles.line} data-kind={kind} data-open={isOpen || undefined}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.opener}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon aria-hidden="true" className={styles.icon} />
          <span className={styles.title}>
            <span className={styles.kind}>{kind}</span> {text}
          </span>
          <ChevronDown aria-hidden="true" className={styles.chevron} />
        </button>
        {link && !isOpen && (
          <PortalLink
            href={link.href}
            className={styles.link}
            {...(link.openInNewTab ? { target: '_blank', rel: 'noopener' } : {})}
          >
            {link.text}
          </PortalLink>
        )}
        {onClose && (
          <IconButton
            size="small"
            label={t('dashboard.closeBanner', { title: text })}
            icon={<X aria-hidden="true" />}
            hasTooltip={false}
            onPress={onClose}
          />
        )}
      </div>
      {isOpen && (
        <div id={id} className={styles.body}>
          <Suspense fallback={<Skeleton width="70%" />}>
            <CalloutText callout={callout} renderLink={portalLink} />
          </Suspense>
        </div>
      )}
    </li>
  );
}
