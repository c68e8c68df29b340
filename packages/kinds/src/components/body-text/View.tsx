import type { ComponentOf } from '../../content.ts';
import { RichTextView } from '../../page/RichTextView.tsx';

export function BodyTextBlock({ component }: { component: ComponentOf<'BodyText'> }) {
  return (
    <div>
      <RichTextView body={component.body} />
    </div>
  );
}
