import { newComponentId } from '@portico/kinds/contentBase';
import type { FormField } from '@portico/kinds/formFields';

/** An alias that no field of the form uses. */
export function unusedAlias(fields: readonly FormField[]): string {
  const taken = new Set(fields.flatMap((field) => ('alias' in field ? [field.alias] : [])));
  let n = taken.size + 1;
  while (taken.has(`answer${n}`)) n += 1;
  return `answer${n}`;
}

/** A new part of a form, to be filled in by the editor. */
export function newField(type: FormField['type'], alias: string): FormField {
  const id = newComponentId();
  switch (type) {
    case 'Divider':
      return { id, type };
    case 'TitleAndDescription':
      return { id, type, title: '' };
    case 'DropDownList':
    case 'SingleChoice':
    case 'MultiChoice':
      return {
        id,
        type,
        alias,
        label: '',
        options: [
          { value: 'option-1', label: '' },
          { value: 'option-2', label: '' },
        ],
      };
    case 'TextField':
    case 'TextArea':
    case 'Checkbox':
    case 'FileUpload':
      return { id, type, alias, label: '' };
  }
}

/** The fields after one alias has changed: rules that refer to it are updated. */
export function renamedRules(fields: readonly FormField[], before: string, after: string): FormField[] {
  return fields.map((field) => {
    const { condition } = field;
    if (!condition?.rules.some((rule) => rule.field === before)) return field;
    const rules = condition.rules.map((rule) => (rule.field === before ? { ...rule, field: after } : rule));
    return { ...field, condition: { ...condition, rules } };
  });
}

/** The fields without rules that refer to a removed field; the same list if there are none. */
export function withoutRulesOn(fields: FormField[], alias: string): FormField[] {
  if (!fields.some(({ condition }) => condition?.rules.some((rule) => rule.field === alias))) return fields;
  return fields.map((field) => {
    const { condition, ...rest } = field;
    const rules = condition?.rules.filter((rule) => rule.field !== alias) ?? [];
    if (!condition || rules.length === condition.rules.length) return field;
    return rules.length === 0 ? rest : { ...field, condition: { ...condition, rules } };
  });
}
