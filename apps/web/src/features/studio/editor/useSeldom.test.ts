import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useSeldom } from './useSeldom.ts';

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

describe('what need not follow every key', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  test('shows a single change at once, and fast changes a few times a second with the last one at the end [STUDIO-090]', async () => {
    const shown: string[] = [];
    const { rerender } = renderHook(
      ({ value }) => {
        shown.push(useSeldom(value));
      },
      { initialProps: { value: '' } },
    );
    const drawn = () => new Set(shown).size - 1;
    rerender({ value: 'a' });
    await pass(0);
    expect(shown.at(-1)).toBe('a');
    for (let length = 2; length <= 11; length += 1) {
      rerender({ value: 'a'.repeat(length) });
      await pass(60);
    }
    expect(drawn()).toBeLessThanOrEqual(3);
    await pass(400);
    expect(shown.at(-1)).toBe('a'.repeat(11));
  });
});
