import { Component, type ReactNode } from 'react';

export interface SidebarBoundaryProps {
  /** Replaces what can't be rendered; nothing by default. */
  renderFailure?: ((tryAgain: () => void) => ReactNode) | undefined;
  /** Called when the user retries, before rendering again. */
  onTryAgain?: ((error: unknown) => void) | undefined;
  children: ReactNode;
}

/**
 * Wraps a part of the sidebar, so that an error in it affects neither the other parts nor the host's page. Errors go
 * to the root's `onCaughtError`, which reports them to a foreign host. Source: TRUST B7.
 */
export class SidebarBoundary extends Component<SidebarBoundaryProps, { failure: { error: unknown } | undefined }> {
  override state: { failure: { error: unknown } | undefined } = { failure: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  private readonly tryAgain = () => {
    this.props.onTryAgain?.(this.state.failure?.error);
    this.setState({ failure: undefined });
  };

  override render() {
    return this.state.failure ? this.props.renderFailure?.(this.tryAgain) : this.props.children;
  }
}
