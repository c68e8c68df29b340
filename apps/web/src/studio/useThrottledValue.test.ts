import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useThrottledValue } from './useThrottledValue.ts';

const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

describe('a throttled value', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  test('applies a single change at once, rapid changes a few times a second, and always the last one [STUDIO-090]', async () => {
    const shown: string[] = [];
    const { rerender } = renderHook(
      ({ value }) => {
        shown.push(useThrottledValue(value));
      },
      { initialProps: { value: '' } },
    );
    const changeCount = () => new Set(shown).size - 1;
    rerender({ value: 'a' });
    await advance(0);
    expect(shown.at(-1)).toBe('a');
    for (let length = 2; length <= 11; length += 1) {
      rerender({ value: 'a'.repeat(length) });
      await advance(60);
    }
    expect(changeCount()).toBeLessThanOrEqual(3);
    await advance(400);
    expect(shown.at(-1)).toBe('a'.repeat(11));
  });
});
