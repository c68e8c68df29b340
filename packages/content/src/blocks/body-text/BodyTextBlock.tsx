import type { ComponentOf } from '@portico/contracts/content';
import { RichTextView } from '../../RichTextView.tsx';

export function BodyTextBlock({ component }: { component: ComponentOf<'BodyText'> }) {
  return (
    <div>
      <RichTextView body={component.body} />
    </div>
  );
}
