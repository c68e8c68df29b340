import { type ContentComponent, slotsOf } from '@portico/kinds/content';
import { newComponentId } from './newComponent.ts';
import { withSlots } from '@portico/kinds/content';

/**
 * A copy with new ids for the component and everything in it. Entries of a form and marks of a checklist stay with the
 * original, so a copied form gets a new `formId`. Field aliases are unique within their form and referenced by its
 * rules, so they don't change.
 */
export function copyComponent(component: ContentComponent, newId: () => string = newComponentId): ContentComponent {
  const copy = { ...component, id: newId() };
  if (copy.type === 'Form') {
    // In a draft, the fields can be missing.
    const fields = (copy.fields as typeof copy.fields | undefined)?.map((field) => ({ ...field, id: newId() }));
    return { ...copy, formId: crypto.randomUUID(), ...(fields && { fields }) };
  }
  return withSlots(
    copy,
    slotsOf(component).map((inside) => inside.map((child) => copyComponent(child, newId))),
  );
}
