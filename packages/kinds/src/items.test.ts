import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { always, detailShape, draftShape, readerShape } from './base/fieldSchemas.ts';
import { blankOf, detailNames, shownFields, type ItemFields } from './base/itemFields.ts';
import { fieldLabel, fieldsInForm } from './itemForms.ts';
import { examples, fields, fieldsOf, itemKinds, type FieldName } from './items.ts';

const rows = itemKinds.flatMap((kind) =>
  (Object.keys(fieldsOf[kind]) as FieldName[]).map((name) => ({
    kind,
    name,
    field: (fieldsOf[kind] as ItemFields)[name],
  })),
);

test.each(rows)('the field $name of a $kind is the same as in other kinds [STUDIO-372]', ({ name, field }) => {
  expect(field).toEqual(fields[name]);
});

test.each(itemKinds)('a field of a %s has the same label in its form as in other kinds [STUDIO-372]', (kind) => {
  for (const [name, { label }] of fieldsInForm(kind)) expect(label).toBe(fieldLabel(name));
});

describe('a plain field', () => {
  const sample = {
    note: { is: 'text', maxLength: 5, words: 'read', shownOn: 'card' },
    names: { is: 'texts', maxLength: 5, maxEntries: 2, words: 'read', shownOn: 'card' },
    day: { is: 'instant', shownOn: 'page' },
    size: { is: 'choice', options: ['Small', 'Large'], blank: null, shownOn: 'page' },
    level: { is: 'choice', options: ['Low', 'High'], blank: 'Low', isInEveryRevision: true },
    room: { is: 'text', maxLength: 5, words: 'none', isColumn: true },
    own: { is: 'custom', blank: '', words: 'none' },
  } as const satisfies ItemFields;
  const own = { own: always(z.string()) };
  const blank = Object.fromEntries(Object.entries(sample).map(([name, field]) => [name, blankOf(field)]));
  const accepts = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).success;

  test('is blank in a draft, and has its limits there [STUDIO-372]', () => {
    const draft = z.object(draftShape(sample, own));
    expect(z.parse(draft, blank)).toEqual({
      note: null,
      names: [],
      day: null,
      size: null,
      level: 'Low',
      room: null,
      own: '',
    });
    expect(accepts(draft, { ...blank, note: '12345', names: ['12345', ''], size: 'Small' })).toBe(true);
    const wrong = [{ note: '123456' }, { names: ['1', '2', '3'] }, { day: 'soon' }, { size: 'Huge' }, { level: null }];
    for (const one of [...wrong, { note: 'a\u0000' }]) expect(accepts(draft, { ...blank, ...one })).toBe(false);
  });

  test('can be missing in an older revision, unless each has it, and readers get its blank value [STUDIO-372]', () => {
    const details = z.object(detailShape(sample, own));
    expect(detailNames(sample)).toEqual(['note', 'names', 'day', 'size', 'level']);
    expect(accepts(details, { level: 'High', own: '' })).toBe(true);
    expect(accepts(details, {})).toBe(false);
    expect(accepts(details, { level: 'High', own: '', names: [''] })).toBe(false);
    const cards = shownFields(sample, { level: 'High', room: 'Here' }, 'card');
    expect(cards).toEqual({ note: null, names: [] });
    expect(z.parse(z.strictObject(readerShape(sample, 'card')), cards)).toEqual(cards);
    const page = shownFields(sample, { size: 'Large' }, 'page');
    expect(page).toEqual({ day: null, size: 'Large' });
    expect(z.parse(z.strictObject(readerShape(sample, 'page')), page)).toEqual(page);
  });
});

test('each field has an example that differs from its blank value [STUDIO-372]', () => {
  expect(Object.keys(examples).toSorted()).toEqual(Object.keys(fields).toSorted());
  for (const [name, value] of Object.entries(examples))
    expect(value, name).not.toEqual(blankOf(fields[name as FieldName]));
});
