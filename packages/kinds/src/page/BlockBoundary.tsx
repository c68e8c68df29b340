import { Component, createContext, type ReactNode } from 'react';
import type { ContentComponent } from '../content.ts';
import { reportOnce } from './reportOnce.ts';

/** Replaces a block that fails to render. Readers see nothing; the studio shows that something is there. */
export const BrokenBlock = createContext<ReactNode>(null);

interface BlockBoundaryProps {
  component: ContentComponent;
  children: ReactNode;
}

interface BlockBoundaryState {
  hasFailed: boolean;
  component: ContentComponent;
}

/** Leaves out a block that fails to render, so that the rest of the page still shows, and reports it once per kind. */
export class BlockBoundary extends Component<BlockBoundaryProps, BlockBoundaryState> {
  static override contextType = BrokenBlock;
  declare context: ReactNode;
  override state: BlockBoundaryState = { hasFailed: false, component: this.props.component };

  /** Tells an app's `onCaughtError` that this boundary has already reported the error. */
  readonly reportsItself = true;

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  /** Renders again when the component changes: in the studio it may have been fixed. */
  static getDerivedStateFromProps({ component }: BlockBoundaryProps, state: BlockBoundaryState) {
    return component === state.component ? null : { hasFailed: false, component };
  }

  override componentDidCatch(error: unknown) {
    const { type } = this.props.component;
    reportOnce(`A broken content component of the kind "${type}"`, String(error).slice(0, 300));
  }

  override render() {
    return this.state.hasFailed ? this.context : this.props.children;
  }
}
