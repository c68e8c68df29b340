import { describe, expect, test } from 'vitest';
import { checkSettings } from './settingsCheck.ts';
import { notesOn } from './findings.ts';

const SETTINGS = {
  DATABASE_URL: 'postgres://portico:pw@db.test/portico',
  OIDC_ISSUER: 'https://id.test',
  OIDC_CLIENT_ID: 'portal',
  PUBLIC_URL: 'https://portal.test',
  METRICS_TOKEN: 'a-token',
  TRUSTED_PROXIES: '10.0.0.1',
};
const lines = (env: Record<string, string>) =>
  checkSettings({ ...SETTINGS, ...env }).findings.map(({ status, what }) => `${status} ${what}`);

const ENCODED =
  'with special characters of the password percent-encoded: %40 for @, %2F for /, %23 for #, %3F for ?, %25 for %.';

describe('doctor', () => {
  test('warns about each setting that still has a value from the example, without secrets [OPS-503]', () => {
    expect(
      lines({
        DATABASE_URL: 'postgres://portico_app:change-me@127.0.0.1:5432/portico',
        MAIL_FROM: 'portal@example.com',
        OIDC_ISSUER: 'https://id.example.com',
        METRICS_TOKEN: 'change-me',
      }),
    ).toEqual([
      'OK Every setting is valid.',
      'warning DATABASE_URL still has a value from the example.',
      'warning OIDC_ISSUER still has a value from the example, https://id.example.com.',
      'warning MAIL_FROM still has a value from the example, portal@example.com.',
      'warning METRICS_TOKEN still has a value from the example.',
    ]);
    expect(lines({ MAIL_FROM: 'portal@example-firm.test' })).toEqual(['OK Every setting is valid.']);
  });

  test('accepts addresses with an encoded password, a password alone, or neither [OPS-503]', () => {
    for (const [name, value] of [
      ['DATABASE_URL', 'postgres://portico:p%40ss@db.test/portico'],
      ['SMTP_URL', 'smtp://portal%40firm.test:p%2Fss@mail.test:587'],
      ['SMTP_URL', 'smtp://mail.test:587'],
      ['PUSH_URL', 'redis://:p%40ss@redis.test'],
      ['PUSH_URL', 'nats://nats.test'],
    ] as const)
      expect(lines({ [name]: value }), value).toEqual(['OK Every setting is valid.']);
  });

  test.for(['pa/ss', 'pa#ss', 'pa?ss', '12/34', '12?34', '12#34', 'pa%ss', 'pa/s@s'])(
    'says of an address with the password %s that it needs percent-encoding [OPS-503]',
    (password) => {
      for (const [name, value] of [
        ['DATABASE_URL', `postgres://portico:${password}@db.test/portico`],
        ['SMTP_URL', `smtp://portal:${password}@mail.test:587`],
        ['PUSH_URL', `redis://portal:${password}@redis.test`],
      ] as const) {
        const found = lines({ [name]: value });
        expect(found).toEqual([
          expect.stringMatching(new RegExp(`^problem ${name} must be an? .* address.*, with special`)),
        ]);
        expect(found[0]).toContain(ENCODED);
        expect(found[0]).not.toContain(password);
      }
    },
  );

  test('warns about a second @ in an address, and accepts an encoded one [OPS-503]', () => {
    expect(lines({ DATABASE_URL: 'postgres://portico:p@ss@db.test/portico' })).toEqual([
      'OK Every setting is valid.',
      'warning DATABASE_URL has more than one @, which other programs read differently.',
    ]);
    expect(lines({ DATABASE_URL: 'postgres://portico:p%40s%2F%23%25@db.test/portico' })).toHaveLength(1);
  });

  test.for([
    ['It is one of a, b, c', 'It is one of a, b, c.'],
    ['The store says: The bucket does not exist..', 'The store says: The bucket does not exist.'],
    ['Is it there?', 'Is it there?'],
  ] as const)('ends a sentence once: %s [OPS-503]', ([text, sentence]) => {
    const notes = notesOn('x');
    notes.ok(text);
    notes.warn(text, '');
    notes.fail(text, '');
    expect(notes.findings.map(({ what }) => what)).toEqual([sentence, sentence, sentence]);
  });
});
