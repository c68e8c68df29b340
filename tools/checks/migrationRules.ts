/** A statement that could break a portal of the previous version. */
export interface Finding {
  statement: string;
  problem: string;
}

/** What must not happen to a table that the previous version may be using, and how the finding describes it. */
const onTables: Array<[RegExp, string]> = [
  [/^drop table(?: if exists)? (?<table>\w+)/, 'drops a table'],
  [/^truncate (?:table )?(?<table>\w+)/, 'empties a table'],
  [/^update (?:only )?(?<table>\w+)/, 'rewrites rows'],
  [/^delete from (?<table>\w+)/, 'removes rows'],
  [/^lock (?:table )?(?<table>\w+)/, 'locks a table'],
  [/^create unique index(?: if not exists)? \w+ on (?<table>\w+)/, 'may reject rows that the older version writes'],
  [/^alter table (?:only )?(?<table>\w+) .*\brename\b/, 'renames'],
  [
    /^alter table (?:only )?(?<table>\w+) .*\bdrop (?:column\b|(?!constraint\b|default\b|not null\b|identity\b|expression\b)\w)/,
    'drops a column',
  ],
  [/^alter table (?:only )?(?<table>\w+) .*\balter (?:column )?\w+ (?:set data )?type\b/, 'changes a type'],
  [/^alter table (?:only )?(?<table>\w+) .*\bset not null\b/, 'requires a value that the older version may not write'],
  [
    /^alter table (?:only )?(?<table>\w+) .*\badd (?:column )?(?:if not exists )?(?!constraint\b|check\b|unique\b|primary\b|foreign\b|exclude\b)\w+(?:(?!, add\b|\bdefault\b|\bgenerated\b).)*\bnot null\b(?!(?:(?!, add\b).)*\b(?:default|generated)\b)/,
    'requires a value that the older version does not write',
  ],
  [
    /^alter table (?:only )?(?<table>\w+) .*\badd (?:constraint \w+ )?(?:check|unique|primary key|foreign key|exclude)\b/,
    'may reject rows that the older version writes',
  ],
];

/** The same for objects other than tables. */
const anywhere: Array<[RegExp, string]> = [
  [
    /^drop (?:function|procedure|trigger|view|materialized view|type|schema|sequence|domain|rule)\b/,
    'drops what the older version may use',
  ],
  [/^alter (?:function|type|view|sequence|schema|domain)\b.*\brename\b/, 'renames'],
  [/^revoke\b/, 'revokes privileges'],
];

const ALL_EXPLAINED = /^-- safe throughout: \S.{10,}$/m;
const EXPLAINED = /^\s*-- safe: \S.{10,}$/m;

/**
 * The statements of a migration that are not additive: those that change or remove what existed before this file. A
 * statement that is safe anyway has a line `-- safe: why` right above it, or the file has a line `-- safe throughout:
 * why`.
 */
export function findNotAdditive(sql: string): Finding[] {
  if (ALL_EXPLAINED.test(sql)) return [];
  const created = new Set<string>();
  return splitStatements(sql).flatMap(({ comment, text }) => {
    const statement = text.replaceAll(/\s+/g, ' ').replaceAll('"', '').replaceAll('public.', '').trim();
    const lower = statement.toLowerCase();
    const made = /^create (?:unlogged )?table(?: if not exists)? (\w+)/.exec(lower)?.[1];
    if (made !== undefined) created.add(made);
    if (EXPLAINED.test(comment)) return [];
    const problems = [
      ...onTables.flatMap(([pattern, problem]) => {
        const table = pattern.exec(lower)?.groups?.['table'];
        return table === undefined || created.has(table) ? [] : [problem];
      }),
      ...anywhere.flatMap(([pattern, problem]) => (pattern.test(lower) ? [problem] : [])),
    ];
    return [...new Set(problems)].map((problem) => ({ statement, problem }));
  });
}

/** Statements with the comments above them; string literals and function bodies are not split. */
function splitStatements(sql: string): Array<{ comment: string; text: string }> {
  const token = /--[^\n]*|\/\*[\s\S]*?\*\/|(\$\w*\$)[\s\S]*?\1|'(?:[^']|'')*'|;|[^-/$';]+|[-/$']/g;
  const statements: Array<{ comment: string; text: string }> = [];
  let comment = '';
  let text = '';
  for (const [part] of sql.matchAll(token)) {
    if (part === ';') {
      statements.push({ comment, text });
      [comment, text] = ['', ''];
    } else if (part.startsWith('--') || part.startsWith('/*')) comment += `${part}\n`;
    else text += part.startsWith('$') && part.length > 1 ? "''" : part;
  }
  return [...statements, { comment, text }].filter((one) => one.text.trim() !== '');
}
