import { use } from 'react';
import type { ComponentOf } from '../../content.ts';
import { ContentSlots } from '../../page/ContentSlots.ts';
import { PageContext } from '../../page/PageContext.ts';
import { ReadableChecklist } from './ReadableChecklist.tsx';

/** A checklist. An app that stores marks provides the slot; otherwise it is a read-only list. */
export function ChecklistBlock({ component }: { component: ComponentOf<'Checklist'> }) {
  const Checklist = use(ContentSlots).Checklist ?? ReadableChecklist;
  return <Checklist component={component} headingLevel={use(PageContext).levelOf(component)} />;
}
