import { describe, expect, test } from 'vitest';
import { readText, repositoryFiles } from './repositoryFiles.ts';

const shipped = repositoryFiles().filter(
  (path) =>
    /^(?:apps|packages|dev)\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\/|^packages\/testing\//.test(path),
);
/** Includes tests, except this one: it contains the patterns that it searches for. */
const written = repositoryFiles().filter((path) => /\.tsx?$/.test(path) && path !== 'tools/checks/sources.test.ts');
const ofServer = shipped.filter((path) => path.startsWith('apps/server/src/'));

/** Files whose text matches. */
function filesWith(pattern: RegExp, paths: string[]): string[] {
  return paths.filter((path) => pattern.test(readText(path)));
}

/** The regular expressions of a source file; text that only resembles one and does not compile is left out. */
function regularExpressions(text: string): RegExp[] {
  const literal = /(?<=[(=,:!&|?[;]\s*|return\s+)\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/([dgimsuvy]*)/g;
  return [...text.matchAll(literal)].flatMap(([, source = '', flags]) => {
    try {
      return [new RegExp(source, flags)];
    } catch {
      return [];
    }
  });
}

/**
 * Long texts that make a backtracking expression slow: its own characters and some character classes, repeated many
 * times, and then a character that does not match.
 */
function hostileTexts({ source }: RegExp): string[] {
  const own = source.replaceAll(/\\[a-zA-Z]|[\\()[\]{}*+?^$|]/g, '');
  const pumps = new Set([
    'a',
    '0',
    ' ',
    '\t',
    '.',
    '-',
    '/',
    '_',
    ',',
    '"',
    '\\',
    'a ',
    '0.',
    'a,',
    '=a',
    '/a',
    '../',
    '[a',
    '\u00e9',
    ...own,
  ]);
  return [...pumps].flatMap((pump) => {
    const text = pump.repeat(Math.ceil(20_000 / pump.length));
    return [`${text}\u0000`, `${own}${text}\u0000`];
  });
}

/** CPU time of this process in milliseconds, so that other programs don't count. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Quadratic, but only used on text from us or from the operator. */
const harmless = new Set([
  'apps/server/src/settings/settingParsers.ts: /\\/+$/',
  'apps/web/src/sign-in/provider/provider.ts: /=+$/',
]);

describe('our source', () => {
  test('has no regular expression that hostile text can slow down [D7]', () => {
    const slow = shipped.flatMap((path) =>
      regularExpressions(readText(path))
        .filter((expression) => {
          const start = cpuMs();
          for (const text of hostileTexts(expression)) {
            expression.lastIndex = 0;
            expression.test(text);
            if (cpuMs() - start > 500) return true;
          }
          return false;
        })
        .map((expression) => `${path}: ${expression}`),
    );
    expect(slow.filter((one) => !harmless.has(one))).toEqual([]);
  });

  test('would be caught with a slow regular expression in it [D7]', () => {
    const [expression] = regularExpressions('const trimmed = /^(\\s+)+$/.test(text);');
    const start = cpuMs();
    expression?.test(`${' '.repeat(22)}x`);
    expect(cpuMs() - start).toBeGreaterThan(5);
  });

  test('lets the server fetch only what its configuration names, links that it allows the server to visit, and webhooks [D8]', () => {
    expect(
      filesWith(
        /\bfetch\(|\b(?:https?|net|tls)\.(?:request|get|connect)\(|\bfrom '(?:undici|node:(?:https|tls|dgram))'/,
        ofServer,
      ),
    ).toEqual([
      'apps/server/src/certificates/readCertificate.ts',
      // Calls nothing: it asks Node which authorities it trusts.
      'apps/server/src/doctor/authoritiesCheck.ts',
      'apps/server/src/doctor/publicAddressCheck.ts',
      'apps/server/src/features/proofs/callWitness.ts',
      'apps/server/src/features/studio/links/probe.ts',
      'apps/server/src/features/webhooks/receiver.ts',
      'apps/server/src/http/outbound/getText.ts',
    ]);
  });

  test('makes no call of the server with fetch, which decodes Brotli, and sends Accept-Encoding with each [OPS-464]', () => {
    expect(filesWith(/(?<![\w.])fetch\(/, ofServer)).toEqual([]);
    const callers = filesWith(/\bfrom 'node:https'|\bnew S3Client\(|\bnew OTLP\w+Exporter\(/, ofServer);
    expect(callers.length).toBeGreaterThan(4);
    expect(callers.filter((path) => !readText(path).includes('ACCEPT_NO_ENCODING'))).toEqual([]);
  });

  test('compares an audience with an advisor type in one place, the visibility rule', () => {
    expect(filesWith(/\bany \((?:\w+\.)?audience\)/, shipped)).toEqual([]);
    expect(filesWith(/\bany \(\$\{audience\}\)/, shipped)).toEqual(['apps/server/src/visibility/visibility.ts']);
  });

  test('validates rows of raw SQL against a schema, through db/rows.ts', () => {
    const isExpression = String.raw`(?:boolean|number|string)(?: \| null)?>`;
    const unchecked = String.raw`\bsql<(?!${isExpression})|\bawait sql<|\brows\b[^;=]*\} = await sql<`;
    expect(filesWith(new RegExp(unchecked), written)).toEqual([]);
    const ofPortal = [...ofServer, ...written.filter((path) => /^tools\/(?!.*\.test\.ts$)/.test(path))];
    expect(filesWith(/\.query</, ofPortal)).toEqual([]);
  });

  test('builds SQL only with parameters, except for fixed keywords in three places and quoted names in backups [D2]', () => {
    expect(filesWith(/\bsql\.(?:raw|lit|unsafe)\b|\.query\(`[^`]*\$\{/, ofServer)).toEqual([
      'apps/server/src/backup/restoreBackup.ts',
      'apps/server/src/backup/scratchDatabase.ts',
      'apps/server/src/content/listPage.ts',
      'apps/server/src/db/migrate.ts',
      'apps/server/src/db/rows.ts',
    ]);
  });

  test('has native date fields only in DateInput, which keeps half-typed years to itself [FORM-022]', () => {
    const home = 'packages/ui/src/text-field/DateInput.tsx';
    expect(filesWith(/<input[^>]*type="(?:date|datetime-local|month|week)"/, shipped)).toEqual([]);
    expect(filesWith(/'datetime-local'/, shipped)).toEqual([home]);
  });

  test('gives no title to an error that claims more than its code says [ERROR-010]', () => {
    // A conflict is any state that does not allow the call, not only another person’s change.
    const codes = readText('packages/contracts/src/base/errors.ts');
    expect(/conflict: .*title: '([^']*)'/.exec(codes)?.[1]).not.toMatch(/changed|since/);
  });

  test('writes times of day in one place, and dates with months in letters [PROD-010]', () => {
    const home = 'packages/contracts/src/base/times.ts';
    // They count hours or read parts; the mailbox of developers imports nothing.
    const others = [
      'dev/mailbox/pages/layout.ts',
      'apps/web/src/dates/dateLabels.ts',
      'packages/contracts/src/base/zonedTime.ts',
    ];
    const formats =
      /toLocaleTimeString|timeStyle|hour12|hour: '(?:numeric|2-digit)'|dateStyle: 'short'|month: '(?:numeric|2-digit)'/;
    const elsewhere = written.filter(
      (path) =>
        /^(?:apps|packages|dev)\//.test(path) &&
        !/\.(?:test|spec|stories)\.tsx?$/.test(path) &&
        ![home, ...others].includes(path) &&
        formats.test(readText(path)),
    );
    expect(elsewhere).toEqual([]);
    const texts = repositoryFiles().filter((path) => path.startsWith('apps/web/public/locales/'));
    expect(filesWith(/\d:\d\d [AP]M/, texts)).toEqual([]);
  });

  test('says in one place how long an hour and a day are', () => {
    // The design system and the identity provider import no other package of ours.
    const own = written.filter(
      (path) => /^(?:apps|packages|tools|bench|e2e)\//.test(path) && !path.startsWith('packages/ui/'),
    );
    expect(
      filesWith(/\bconst (?:MINUTE|HOUR|DAY)_M?S\b|\b(?:3_?600_000|86_?400_000)\b|\b24 \* (?:60 \* 60|3_?600)\b/, own),
    ).toEqual(['packages/contracts/src/base/durations.ts']);
  });

  test('has comments of at most 120 columns', () => {
    const isTooLong = (line: string) =>
      line.length > 120 && /^\s*(?:\/\/|\/?\*)/.test(line) && !line.includes('oxlint-');
    expect(written.flatMap((path) => readText(path).split('\n').filter(isTooLong))).toEqual([]);
  });
});
