import type { FieldModel } from './fieldModel.ts';

/** The initial value of a property; undefined if only a person can provide one. */
export function blankValue(model: FieldModel): unknown {
  if (model.isOptional) return undefined;
  if (model.isNullable) return null;
  switch (model.kind) {
    case 'text':
    case 'href':
      return '';
    case 'boolean':
      return false;
    case 'choice':
      return model.values[0];
    case 'number':
      return model.min ?? 0;
    case 'rich':
      return { type: 'doc', content: [] };
    case 'inline':
    case 'entries':
    case 'listItems':
    case 'components':
    case 'formFields':
      return [];
    case 'group':
      return blankGroup(model.properties);
    case 'picture':
    case 'condition':
    case 'id':
    case 'variant':
      return undefined;
  }
}

/** An object with the initial value of each property. */
export function blankGroup(properties: Record<string, FieldModel>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, model]) => {
      const value = blankValue(model);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
