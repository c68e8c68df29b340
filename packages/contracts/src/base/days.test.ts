import type { $ZodType } from 'zod/v4/core';
import { describe, expect, test } from 'vitest';
import { api } from '../api.ts';
import { Change } from '../studio/draft.ts';
import { hasPlausibleYear } from './days.ts';
import { DayInput, InstantInput } from './dayInputs.ts';

test('days of 1900 to 2199 are accepted, and years that nobody can mean are not [FORM-022]', () => {
  expect(['1900-01-01', '2026-12-01', '2199-12-31'].map((day) => DayInput.safeParse(day).success)).toEqual([
    true,
    true,
    true,
  ]);
  const wrong = ['0026-12-01', '0202-12-01', '1899-12-31', '2200-01-01', '9999-12-31'];
  for (const day of wrong) {
    expect(DayInput.safeParse(day).success, day).toBe(false);
    expect(InstantInput.safeParse(`${day}T09:00:00Z`).success, day).toBe(false);
    expect(hasPlausibleYear(`${day}T09:00:00Z`), day).toBe(false);
  }
});

type Parts = Record<'_zod', { def: Record<string, unknown> }>;

/** Every schema of a date or an instant within a schema. */
function dateSchemas(schema: $ZodType, seen = new Set<unknown>()): $ZodType[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { def } = (schema as unknown as Parts)['_zod'];
  if (def.type === 'string' && ['date', 'datetime'].includes(def.format as string)) return [schema];
  const isSchema = (value: unknown): value is $ZodType =>
    typeof value === 'object' && value !== null && '_zod' in value;
  const parts = [def.innerType, def.element, def.in, def.out, def.valueType, def.left, def.right].flat();
  const shapes = [...Object.values((def.shape as object | undefined) ?? {}), ...((def.options as unknown[]) ?? [])];
  const lazy = typeof def.getter === 'function' ? [(def.getter as () => unknown)()] : [];
  return [...parts, ...shapes, ...lazy].filter(isSchema).flatMap((part) => dateSchemas(part, seen));
}

/** Calls with changes to drafts, which are checked as a whole, below. */
const DRAFT_CALLS = new Set(['POST /api/v1/studio/items/:itemId/changes']);

describe('no call accepts a year that nobody can mean [FORM-022]', () => {
  const inputs = Object.values(api).flatMap(({ method, path, query, body }) =>
    [query, body].flatMap((schema) => (schema ? [{ name: `${method} ${path}`, dates: dateSchemas(schema) }] : [])),
  );
  test.each(inputs.filter(({ dates }) => dates.length > 0))('$name', ({ name, dates }) => {
    const accepts = dates.filter((schema) =>
      ['0026-12-01', '0026-12-01T09:00:00Z'].some(
        (text) => (schema as unknown as typeof DayInput).safeParse(text).success,
      ),
    );
    expect(accepts.length > 0).toBe(DRAFT_CALLS.has(name));
  });

  test.each([
    ['publishedAt', '0026-12-01T09:00:00Z'],
    ['expiresAt', '0202-12-01T09:00:00Z'],
    ['startsAt', '0026-12-01T09:00:00Z'],
    ['endsAt', '0026-12-01T09:00:00Z'],
    ['reviewedAt', '9999-12-01T09:00:00Z'],
    ['registration', { capacity: null, closesAt: '0026-12-01T09:00:00Z' }],
  ])('a change of a draft’s %s', (name, value) => {
    expect(Change.safeParse({ do: 'field', name, value }).success).toBe(false);
    const later = JSON.parse(JSON.stringify(value).replace(/\d{4}-12/, '2026-12')) as unknown;
    expect(Change.safeParse({ do: 'field', name, value: later }).success).toBe(true);
  });
});
