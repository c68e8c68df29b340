import type { ComponentOf } from '../../content.ts';
import { CalloutBody } from './CalloutFrame.tsx';

export function CalloutBlock({ component }: { component: ComponentOf<'Callout'> }) {
  return <CalloutBody callout={component} />;
}
