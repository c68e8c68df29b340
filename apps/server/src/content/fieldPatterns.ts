import { RE2JS } from 're2js';
import { walkComponents, type ComponentTree } from '@portico/kinds/content';
import type { FormField } from '@portico/kinds/formFields';

/**
 * The maximum size of a compiled pattern: matching the longest text then takes at most about 60 ms. Source: TRUST D7,
 * decisions/0066.
 */
const MAX_STEPS = 1000;
const MAX_ENTRIES = 500;

const compiled = new Map<string, RE2JS>();

/** Throws RE2JSException unless it is a valid RE2 expression. */
function compile(expression: string): RE2JS {
  const known = compiled.get(expression);
  if (known) return known;
  const pattern = RE2JS.compile(expression);
  if (compiled.size >= MAX_ENTRIES) compiled.delete(compiled.keys().next().value!);
  compiled.set(expression, pattern);
  return pattern;
}

/** Whether the whole text matches the expression, in linear time. Source: TRUST D7. */
export function matchesPattern(expression: string, text: string): boolean {
  return compile(expression).testExact(text);
}

/** The invalid patterns in a tree, inside and outside forms, each with its path. */
export function patternIssues(tree: ComponentTree): Array<{ path: string; message: string }> {
  return [...walkComponents(tree)].flatMap(({ component }) => {
    const fields: FormField[] =
      component.type === 'Form' ? component.fields : component.type === 'TextField' ? [component] : [];
    return fields.flatMap((field) => {
      const problem =
        field.type === 'TextField' && field.pattern ? patternProblem(field.pattern.expression) : undefined;
      return problem === undefined
        ? []
        : [{ path: `components.${component.id}.${field.id}.pattern`, message: problem }];
    });
  });
}

function patternProblem(expression: string): string | undefined {
  try {
    return compile(expression).programSize() > MAX_STEPS ? 'The pattern has too many repetitions' : undefined;
  } catch {
    return 'The pattern is not a valid RE2 regular expression';
  }
}
