import { Component, type ReactNode } from 'react';
import { t } from '../locale/text.ts';
import { ErrorPage } from './ErrorPage.tsx';

/**
 * Wraps the portal: an error that no other boundary caught shows the error page instead of nothing. Source: spec §2,
 * §8.
 */
export class FatalBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <ErrorPage message={t('shared.errorTitle')} /> : this.props.children;
  }
}
