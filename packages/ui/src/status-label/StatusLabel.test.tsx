import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { StatusLabel } from './StatusLabel.tsx';

test('a status label contains its status as text, whatever its tone and icon', () => {
  render(
    <StatusLabel tone="warning" icon={<svg aria-hidden="true" />}>
      Canceled
    </StatusLabel>,
  );
  expect(screen.getByText('Canceled').getAttribute('data-tone')).toBe('warning');
});
