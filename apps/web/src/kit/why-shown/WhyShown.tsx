import { lazy, Suspense } from 'react';
import { withTexts } from '../../locale/loadTexts.ts';

const load = withTexts(['audience'], () => import('./WhyShownButton.tsx'));
const WhyShownButton = lazy(load);

export interface WhyShownProps {
  itemId: string;
  /** Shown at the bottom of a dialog instead of below an article. */
  isFoot?: boolean;
}

/** "Why am I seeing this?" below an item. Loaded after the item itself, because few people ask. */
export function WhyShown(props: WhyShownProps) {
  return (
    <Suspense fallback={null}>
      <WhyShownButton key={props.itemId} {...props} />
    </Suspense>
  );
}
