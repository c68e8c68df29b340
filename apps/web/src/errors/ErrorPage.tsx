import { LinkButton } from '@portico/ui/LinkButton';
import { Logo } from '@portico/ui/Logo';
import type { ReactNode } from 'react';
import { t } from '../locale/text.ts';
import illustration from './errorIllustration.svg';
import styles from './ErrorPage.module.css';
import { PageHeading } from '../kit/PageHeading.tsx';
import { PortalLink } from '../kit/PortalLink.tsx';

export interface ErrorPageProps {
  /** HTTP status, when the error has one. */
  status?: number | undefined;
  /** What went wrong, as worded by the specification: "Page not found", "Page Not Found: /news/x". */
  message: string;
  requestId?: string | undefined;
}

/** Replaces the whole portal when a page can't be shown. Source: spec §2 Error page, §8. */
export function ErrorPage(props: ErrorPageProps) {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <PortalLink href="/" className={styles.home}>
          <Logo />
        </PortalLink>
        <ErrorMenu />
      </header>
      <main className={styles.main}>
        <ErrorBody {...props} />
      </main>
    </div>
  );
}

/** The menu of an error page. */
export function ErrorMenu() {
  return (
    <nav aria-label={t('shared.main')}>
      <ul className={styles.menu}>
        <li>
          <PortalLink href="/">{t('dashboard.title')}</PortalLink>
        </li>
        <li>
          <PortalLink href="/news">{t('news.title')}</PortalLink>
        </li>
      </ul>
    </nav>
  );
}

/** The picture and text of an error page; `children` appear above the button that links to the dashboard. */
export function ErrorBody({ status, message, requestId, children }: ErrorPageProps & { children?: ReactNode }) {
  return (
    <>
      <img className={styles.image} src={illustration} alt={t('shared.errorPicture')} width="480" height="320" />
      <div className={styles.words}>
        <PageHeading title={message}>{t('shared.whoopsie')}</PageHeading>
        <p className={styles.message}>
          {status !== undefined && <span className={styles.status}>{status}</span>} {message}
        </p>
        <p className={styles.body}>{t('shared.mischievous')}</p>
        {children}
        {/* A full page load, so that no broken state remains. */}
        <LinkButton href="/" variant="primary" size="large" className={styles.action}>
          {t('shared.takeMeHome')}
        </LinkButton>
        {requestId && (
          <p className={styles.reference}>
            {t('shared.reference')} <code>{requestId}</code>
          </p>
        )}
      </div>
    </>
  );
}
