import type { ReactNode } from 'react';
import { Logo } from '@portico/ui/Logo';
import { PageHeading } from './PageHeading.tsx';
import styles from './SignInFrame.module.css';

/** The layout of all sign-in pages: a heading, a text and actions. */
export function SignInFrame({
  title,
  children,
  actions,
}: {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <main className={styles.page}>
      <div className={styles.sheet}>
        <Logo className={styles.logo} />
        <PageHeading title={title} />
        {children}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </main>
  );
}
