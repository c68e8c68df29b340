import type { Form } from '@portico/kinds/formFields';
import type { PatternMatch } from '@portico/contracts/formValidation';

/** Every pattern matches until the engine has loaded; the server checks again. */
export const anyPattern: PatternMatch = () => true;

export const hasPatterns = ({ fields }: Pick<Form, 'fields'>) =>
  fields.some((field) => field.type === 'TextField' && field.pattern !== undefined);

/**
 * Loads the same linear-time engine that the server uses. Only forms with patterns load it. Expressions that it can't
 * compile are left to the server.
 */
export async function loadPatterns(): Promise<PatternMatch> {
  const { RE2JS } = await import('re2js');
  const compiled = new Map<string, InstanceType<typeof RE2JS> | undefined>();
  const compile = (expression: string) => {
    try {
      return RE2JS.compile(expression);
    } catch {
      return undefined;
    }
  };
  return (expression, text) => {
    if (!compiled.has(expression)) compiled.set(expression, compile(expression));
    return compiled.get(expression)?.testExact(text) ?? true;
  };
}
