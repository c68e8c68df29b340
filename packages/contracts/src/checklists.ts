import { z } from 'zod/mini';
import { ComponentId } from '@portico/kinds/contentBase';
import { endpoint } from './base/endpoint.ts';

export const MarkState = z.enum(['Checked', 'Unchecked']);
export type MarkState = z.infer<typeof MarkState>;

const ChecklistParams = z.object({ componentId: ComponentId });

/**
 * The reader's marks by item; an item without a mark is unchecked. Marks of removed items stay stored but are omitted.
 */
export const ChecklistMarks = z.object({ marks: z.record(z.string(), MarkState) });
export type ChecklistMarks = z.infer<typeof ChecklistMarks>;

export const getChecklistMarks = endpoint({
  method: 'GET',
  path: '/api/v1/checklists/:componentId',
  summary: 'What the person has checked off in a checklist',
  params: ChecklistParams,
  response: ChecklistMarks,
});
/** An empty body toggles the mark. */
export const setChecklistMark = endpoint({
  method: 'PUT',
  path: '/api/v1/checklists/:componentId/:itemId/status',
  summary: 'Checks or unchecks an item of a checklist',
  params: z.object({ componentId: ComponentId, itemId: ComponentId }),
  body: z.nullish(z.object({ status: z.optional(MarkState) })),
  response: z.object({ status: MarkState }),
});
