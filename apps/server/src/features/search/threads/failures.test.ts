import { expect, test } from 'vitest';
import { PortalError } from '../../../errors.ts';
import { errorOf, failureOf } from './failures.ts';

const sent = (error: unknown): Error => errorOf(structuredClone(failureOf(error)));

test('an error for the caller arrives with its code, retry time and cause', () => {
  const cause = Object.assign(new Error('canceling statement'), { code: '57014' });
  const error = sent(new PortalError('unavailable', 'Too many.', { cause, retryAfter: 1 }));
  expect(error).toBeInstanceOf(PortalError);
  expect(error).toMatchObject({ code: 'unavailable', message: 'Too many.', retryAfter: 1, cause: { code: '57014' } });
});

test('any other error arrives with its name, stack and the code of PostgreSQL or the system', () => {
  const error = sent(Object.assign(new TypeError('refused'), { code: 'ECONNREFUSED' }));
  expect(error).toMatchObject({ name: 'TypeError', message: 'refused', code: 'ECONNREFUSED' });
  expect(error.stack).toContain('failures.test.ts');
  expect(sent('text').message).toBe('text');
});
