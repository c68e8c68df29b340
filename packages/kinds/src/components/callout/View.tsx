import { CalloutBody } from './CalloutFrame.tsx';
import type { ViewOf } from '../../page/view.ts';
import type { Callout } from './shape.ts';

export function CalloutView({ component }: { component: Callout }) {
  return <CalloutBody callout={component} />;
}

export const view: ViewOf<Callout> = { View: CalloutView };
