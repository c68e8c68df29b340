import type { Form } from '@portico/contracts/formFields';
import type { PatternMatch } from '@portico/contracts/formValidation';

/** Patterns count as matched until the engine is there; the server asks again. */
export const anyPattern: PatternMatch = () => true;

export const hasPatterns = ({ fields }: Pick<Form, 'fields'>) =>
  fields.some((field) => field.type === 'TextField' && field.pattern !== undefined);

/**
 * The engine that the server has too, so that both say the same, in time that grows with the text and no faster. Its code
 * comes only for forms with patterns. An expression that it does not know is left to the server.
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
