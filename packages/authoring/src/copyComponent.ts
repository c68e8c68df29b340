import type { ContentComponent } from '@portico/contracts/content';
import { slotsOf } from '@portico/contracts/studio/draft';
import { newComponentId } from './newComponent.ts';
import { withSlots } from './tree/slots.ts';

/**
 * The same component with ids of its own, inside and out. Entries of a form and marks of a checklist stay with the
 * original, so a copied form gets another `formId`. Aliases of fields, which rules name, are unique within their form
 * and stay.
 */
export function copyComponent(component: ContentComponent, newId: () => string = newComponentId): ContentComponent {
  const copy = { ...component, id: newId() };
  if (copy.type === 'Form') {
    // A draft may still lack the fields.
    const fields = (copy.fields as typeof copy.fields | undefined)?.map((field) => ({ ...field, id: newId() }));
    return { ...copy, formId: crypto.randomUUID(), ...(fields && { fields }) };
  }
  return withSlots(
    copy,
    slotsOf(component).map((inside) => inside.map((child) => copyComponent(child, newId))),
  );
}
