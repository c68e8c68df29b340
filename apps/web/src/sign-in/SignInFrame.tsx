import type { ReactNode } from 'react';
import { Logo } from '@portico/ui/Logo';
import { PageHeading } from '../kit/PageHeading.tsx';
import styles from './SignInFrame.module.css';

/** The sheet on which all pages around signing in are written: one heading, some words, what to do next. */
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
