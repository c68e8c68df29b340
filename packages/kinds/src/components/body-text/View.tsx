import { RichTextView } from '../../page/RichTextView.tsx';
import type { ViewOf } from '../../page/view.ts';
import type { BodyText } from './shape.ts';

export function BodyTextView({ component }: { component: BodyText }) {
  return (
    <div>
      <RichTextView body={component.body} />
    </div>
  );
}

export const view: ViewOf<BodyText> = { View: BodyTextView };
