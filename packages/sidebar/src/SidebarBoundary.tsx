import { Component, type ReactNode } from 'react';

export interface SidebarBoundaryProps {
  /** Stands in place of what can't be drawn; nothing when left out. */
  renderFailure?: ((tryAgain: () => void) => ReactNode) | undefined;
  /** The person asked for it again; called before it is drawn anew. */
  onTryAgain?: ((error: unknown) => void) | undefined;
  children: ReactNode;
}

/**
 * Around a part of the sidebar, so that a mistake in it leaves the other parts and the host's page standing. The error goes
 * the way of all that boundaries catch: to `onCaughtError` of the root, which in foreign pages tells the host. Source: TRUST B7.
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
