import { PortalError } from '../../../errors.ts';
import type { Failure } from './messages.ts';

export function failureOf(error: unknown): Failure {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const { code } = Object(error) as { code?: unknown };
  if (!(error instanceof PortalError))
    return { name, message, stack, code: typeof code === 'string' ? code : undefined };
  const cause = error.cause === undefined ? undefined : failureOf(error.cause);
  return { name, message, stack, code, problem: { code: error.code, retryAfter: error.retryAfter, cause } };
}

export function errorOf({ name, message, stack, code, problem }: Failure): Error {
  if (problem === undefined) return Object.assign(new Error(message), { name, stack, code });
  const { retryAfter, cause } = problem;
  return new PortalError(problem.code, message, {
    cause: cause === undefined ? undefined : errorOf(cause),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
}
