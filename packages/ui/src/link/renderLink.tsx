import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';

export interface LinkRenderProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  ref?: Ref<HTMLAnchorElement> | undefined;
  [data: `data-${string}`]: string | undefined;
}

/** Renders a link, so that an app can provide its router's. The result must be an `<a>` with a real href. */
export type RenderLink = (props: LinkRenderProps) => ReactNode;

export const plainLink: RenderLink = (props) => <a {...props} />;
