import { use } from 'react';
import { ContentSlots } from '../../page/ContentSlots.ts';
import { PageContext } from '../../page/PageContext.ts';
import type { ViewOf } from '../../page/view.ts';
import { ConfirmationFrame } from './ConfirmationFrame.tsx';
import type { Confirmation } from './shape.ts';

/** An app that records confirmations provides the slot; otherwise it only says what is to be confirmed. */
export function ConfirmationView({ component }: { component: Confirmation }) {
  const Slot = use(ContentSlots).Confirmation;
  const headingLevel = use(PageContext).levelOf(component);
  return Slot ? (
    <Slot component={component} headingLevel={headingLevel} />
  ) : (
    <ConfirmationFrame component={component} />
  );
}

export const view: ViewOf<Confirmation> = { View: ConfirmationView };
