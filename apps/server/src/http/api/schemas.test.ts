import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { serializerOf } from './schemas.ts';

const Item = z.object({ picture: z.nullable(z.object({ id: z.string(), alt: z.optional(z.nullable(z.string())) })) });

test.each([
  [{ picture: null }, { picture: null }],
  [{ picture: { id: 'a', secret: 1 } }, { picture: { id: 'a' } }],
  [{ picture: { id: 'a', alt: null } }, { picture: { id: 'a', alt: null } }],
])('an object that can be null is written with exactly its fields: %j', (value, expected) => {
  expect(JSON.parse(serializerOf(Item)(value))).toEqual(expected);
});

test('a choice of objects is written as the one that fits', () => {
  const Place = z.union([z.object({ room: z.string() }), z.object({ link: z.string() }), z.null()]);
  const serialize = serializerOf(z.object({ place: Place }));
  for (const place of [{ room: '4' }, { link: 'https://meet.example' }, null])
    expect(JSON.parse(serialize({ place }))).toEqual({ place });
});
