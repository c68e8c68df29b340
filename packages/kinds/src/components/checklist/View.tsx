import { use } from 'react';
import { ContentSlots } from '../../page/ContentSlots.ts';
import { PageContext } from '../../page/PageContext.ts';
import { ReadableChecklist } from './ReadableChecklist.tsx';
import type { ViewOf } from '../../page/view.ts';
import type { Checklist } from './shape.ts';

/** A checklist. An app that stores marks provides the slot; otherwise it is a read-only list. */
export function ChecklistView({ component }: { component: Checklist }) {
  const Checklist = use(ContentSlots).Checklist ?? ReadableChecklist;
  return <Checklist component={component} headingLevel={use(PageContext).levelOf(component)} />;
}

export const view: ViewOf<Checklist> = { View: ChecklistView, heading: 'title' };
