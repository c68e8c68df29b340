import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MarkedText } from './MarkedText.tsx';

test('marked text marks the segments that match, and treats nothing as HTML', () => {
  const { container } = render(
    <p>
      <MarkedText
        pieces={[
          { text: 'A ', isMatch: false },
          { text: '<b>roll</b>', isMatch: true },
          { text: 'over', isMatch: false },
        ]}
      />
    </p>,
  );
  expect(container.textContent).toBe('A <b>roll</b>over');
  expect([...container.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['<b>roll</b>']);
  expect(container.querySelector('b')).toBeNull();
});
