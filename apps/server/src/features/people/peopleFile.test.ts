import { expect, test } from 'vitest';
import { readPeopleFile } from './peopleFile.ts';

test('the people file accepts every email address without quotes, also one pasted with invisible characters [BASE-030, FORM-030]', () => {
  const lines = [
    'email,given name',
    'R&D@example.com,Research',
    "o'brien&sons@example.com,Sons",
    '\u200bana.o\u2011hara@exam\u00adple.com\u00a0,Ana',
    'ana example.com,Nobody',
    '"Ana <ana@example.com>",Nobody',
  ];
  const { people, rejected } = readPeopleFile(Buffer.from(lines.join('\n')));
  expect(people.map(({ email }) => email)).toEqual([
    'r&d@example.com',
    "o'brien&sons@example.com",
    'ana.o-hara@example.com',
  ]);
  expect(rejected.map(({ line }) => line)).toEqual([5, 6]);
});
