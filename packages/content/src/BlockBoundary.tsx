import { Component, type ReactNode } from 'react';

/** Drops a block that can't be drawn, so that the rest of the page stands. React reports the error once, to the root's `onCaughtError`. */
export class BlockBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
