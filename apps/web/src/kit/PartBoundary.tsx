import { Component, type ReactNode } from 'react';

/**
 * Removes a part of the frame that can't be rendered, so that the page stays usable, and logs the error. Source: TRUST
 * B7.
 */
export class PartBoundary extends Component<{ name: string; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  /** This boundary reports its errors, so React's handler must not report them again. */
  readonly reportsItself = true;

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    // oxlint-disable-next-line no-console -- the user sees the rest of the page; developers need the cause
    console.warn(`The ${this.props.name} could not be shown.`, error);
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
