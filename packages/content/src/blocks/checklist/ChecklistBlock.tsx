import { use } from 'react';
import type { ComponentOf } from '@portico/contracts/content';
import { ContentSlots } from '../../ContentSlots.ts';
import { PageContext } from '../../PageContext.ts';
import { ReadableChecklist } from './ReadableChecklist.tsx';

/** Things to do. Where the app keeps each person's marks it gives the slot; else they are a list to read and to print. */
export function ChecklistBlock({ component }: { component: ComponentOf<'Checklist'> }) {
  const Checklist = use(ContentSlots).Checklist ?? ReadableChecklist;
  return <Checklist component={component} headingLevel={use(PageContext).levelOf(component)} />;
}
