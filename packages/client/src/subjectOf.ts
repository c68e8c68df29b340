/**
 * `sub` of a token that the server accepted earlier; undefined when it can't be read. It only distinguishes users and
 * never grants access.
 */
export function subjectOf(token: string): string | undefined {
  try {
    const { sub } = JSON.parse(atob(token.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/'))) as { sub?: unknown };
    return typeof sub === 'string' ? sub : undefined;
  } catch {
    return undefined;
  }
}
