import { z } from 'zod/mini';

/** Plain-language names of types, for what a schema expects and what it got instead. */
const names: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

function nameOf(value: unknown): string {
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return names[type] ?? type;
}

// Messages for the people who wrote the file: they say what is expected.
z.config({
  ...z.locales.en(),
  customError: (issue) => {
    if (issue.input === undefined && issue.code === 'invalid_type') return 'It is missing';
    switch (issue.code) {
      case 'invalid_type':
        return `It must be ${names[issue.expected] ?? issue.expected}, not ${nameOf(issue.input)}`;
      case 'invalid_union': {
        const expected = issue.errors.map(([first]) =>
          first?.code === 'invalid_type' && first.path.length === 0 ? names[first.expected] : undefined,
        );
        if (expected.length === 0 || expected.includes(undefined)) return undefined;
        return `It must be ${expected.join(' or ')}, not ${nameOf(issue.input)}`;
      }
      case 'invalid_value':
        return `It must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
      case 'too_big':
        if (issue.origin === 'string') return `It has more than ${issue.maximum} characters`;
        return issue.origin === 'array' ? `It has more than ${issue.maximum} entries` : undefined;
      case 'invalid_format':
        if (issue.format === 'datetime') return 'It must be a time such as 2026-03-09T14:00:00Z';
        return issue.format === 'url' ? 'It must be an address that starts with http:// or https://' : undefined;
      default:
        return undefined;
    }
  },
});

/** `title: It is empty; body: It must be text, not a number`. */
export function problemsOf(error: z.core.$ZodError): string {
  return error.issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.length > 0 ? `${path.join('.')}: ` : ''}${message}`)
    .join('; ');
}
