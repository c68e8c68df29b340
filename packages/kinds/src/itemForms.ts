import type { FieldName, ItemKind, fieldsOf } from './items.ts';
import type { AnyField, ItemFormOf } from './properties/itemForm.ts';
import { form as news } from './items/news/form.ts';
import { form as event } from './items/event/form.ts';
import { form as resource } from './items/resource/form.ts';
import { form as document } from './items/document/form.ts';
import { form as page } from './items/page/form.ts';
import { form as home } from './items/home/form.ts';

const forms = { news, event, resource, document, page, home } satisfies {
  [Kind in ItemKind]: ItemFormOf<(typeof fieldsOf)[Kind]>;
};

/** The fields in the settings of an item, in their order. */
export const fieldsInForm = (kind: ItemKind): Array<[FieldName, AnyField]> =>
  Object.entries(forms[kind] as Record<string, AnyField>).filter(([, { isHidden }]) => !isHidden) as Array<
    [FieldName, AnyField]
  >;

const labels: Record<FieldName, AnyField> = { ...news, ...event, ...resource, ...document, ...page, ...home };

/** Display name of a field. */
export const fieldLabel = (name: FieldName): string => labels[name].label;
