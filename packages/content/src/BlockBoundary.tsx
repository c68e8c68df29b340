import { Component, type ReactNode } from 'react';
import { reportOnce } from './reportOnce.ts';

/** Drops a block that fails to render, so that the rest of the page still shows, and reports it once per kind. */
export class BlockBoundary extends Component<{ kind: string; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  /** An app's `onCaughtError` need not report what stopped here. */
  readonly reportsItself = true;

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    reportOnce(`A broken content component of the kind "${this.props.kind}"`, String(error).slice(0, 300));
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
