import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MarkedText } from './MarkedText.tsx';

test('marked text highlights the matching segments and never parses HTML', () => {
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
