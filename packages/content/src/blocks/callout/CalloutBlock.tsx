import type { ComponentOf } from '@portico/contracts/content';
import { CalloutBody } from './CalloutView.tsx';

export function CalloutBlock({ component }: { component: ComponentOf<'Callout'> }) {
  return <CalloutBody callout={component} />;
}
