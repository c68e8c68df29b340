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

describe('a sign-in under way', () => {
  beforeEach(() => sessionStorage.clear());

  test('is found by its state, once [S1]', () => {
    saveTransaction(aTransaction());
    expect(consumeTransaction('state-1')).toEqual(aTransaction({ createdAt: expect.any(Number) as number }));
    expect(consumeTransaction('state-1')).toBeUndefined();
  });

  test('is not found by another state, none, or one that names something else [S1]', () => {
    saveTransaction(aTransaction());
    for (const state of [null, '', 'state-2', '__proto__', 'portico.sign-in.state-1'])
      expect(consumeTransaction(state)).toBeUndefined();
  });

  test('several in one tab do not disturb each other', () => {
    saveTransaction(aTransaction());
    saveTransaction(aTransaction({ state: 'state-2', returnPath: '/' }));
    expect(consumeTransaction('state-2')?.returnPath).toBe('/');
    expect(consumeTransaction('state-1')?.returnPath).toBe('/news');
  });

  test('is forgotten after an hour, and swept away by the next one', () => {
    saveTransaction(aTransaction({ createdAt: Date.now() - 61 * 60_000 }));
    expect(consumeTransaction('state-1')).toBeUndefined();
    saveTransaction(aTransaction({ createdAt: Date.now() - 61 * 60_000 }));
    saveTransaction(aTransaction({ state: 'state-2' }));
    expect(Object.keys(sessionStorage)).toEqual(['portico.sign-in.state-2']);
  });

  test('that somebody damaged counts as none', () => {
    sessionStorage.setItem('portico.sign-in.state-1', '{"state":"state-1"}');
    expect(consumeTransaction('state-1')).toBeUndefined();
    sessionStorage.setItem('portico.sign-in.state-1', 'nonsense');
    expect(consumeTransaction('state-1')).toBeUndefined();
  });

  test('that cannot be stored is a readable error [B6]', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    expect(() => saveTransaction(aTransaction())).toThrow('blocks storage');
  });
});
