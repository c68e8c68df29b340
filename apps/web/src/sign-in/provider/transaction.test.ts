import { beforeEach, describe, expect, test, vi } from 'vitest';
import { saveTransaction, consumeTransaction, type Transaction } from './transaction.ts';

const aTransaction = (own: Partial<Transaction> = {}): Transaction => ({
  state: 'state-1',
  nonce: 'nonce-1',
  codeVerifier: 'verifier-1',
  returnPath: '/news',
  createdAt: Date.now(),
  isRetry: false,
  ...own,
});

describe('a sign-in in progress', () => {
  beforeEach(() => sessionStorage.clear());

  test('can be retrieved once by its state [S1]', () => {
    saveTransaction(aTransaction());
    expect(consumeTransaction('state-1')).toEqual(aTransaction({ createdAt: expect.any(Number) as number }));
    expect(consumeTransaction('state-1')).toBeUndefined();
  });

  test('can’t be retrieved by another state, without one, or by the name of another key [S1]', () => {
    saveTransaction(aTransaction());
    for (const state of [null, '', 'state-2', '__proto__', 'portico.sign-in.state-1'])
      expect(consumeTransaction(state)).toBeUndefined();
  });

  test('does not interfere with another one in the same tab', () => {
    saveTransaction(aTransaction());
    saveTransaction(aTransaction({ state: 'state-2', returnPath: '/' }));
    expect(consumeTransaction('state-2')?.returnPath).toBe('/');
    expect(consumeTransaction('state-1')?.returnPath).toBe('/news');
  });

  test('expires after an hour, and is removed by the next one', () => {
    saveTransaction(aTransaction({ createdAt: Date.now() - 61 * 60_000 }));
    expect(consumeTransaction('state-1')).toBeUndefined();
    saveTransaction(aTransaction({ createdAt: Date.now() - 61 * 60_000 }));
    saveTransaction(aTransaction({ state: 'state-2' }));
    expect(Object.keys(sessionStorage)).toEqual(['portico.sign-in.state-2']);
  });

  test('is ignored if its stored value is damaged', () => {
    sessionStorage.setItem('portico.sign-in.state-1', '{"state":"state-1"}');
    expect(consumeTransaction('state-1')).toBeUndefined();
    sessionStorage.setItem('portico.sign-in.state-1', 'nonsense');
    expect(consumeTransaction('state-1')).toBeUndefined();
  });

  test('throws a readable error if it can’t be stored [B6]', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    expect(() => saveTransaction(aTransaction())).toThrow('blocks storage');
  });
});
