import { render, renderHook, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FieldFrame, useFieldIds, type FieldFrameProps } from './FieldFrame.tsx';

function Framed(props: Partial<FieldFrameProps>) {
  const own = { label: 'Amount', ...props };
  const ids = useFieldIds(own);
  return (
    <FieldFrame {...own} ids={ids}>
      <input id={props.kind ? undefined : ids.id} aria-label={props.kind ? 'Part' : undefined} />
    </FieldFrame>
  );
}

test('“(required)” is visible, and part of a field’s name only where no attribute expresses it [FORM-017]', () => {
  const { rerender } = render(<Framed isRequired />);
  expect(screen.getByLabelText('Amount (required)')).toBe(screen.getByRole('textbox', { name: 'Amount' }));
  rerender(<Framed isRequired kind="radiogroup" />);
  expect(screen.getByRole('radiogroup', { name: 'Amount' }).textContent).toContain('(required)');
  rerender(<Framed isRequired kind="group" />);
  expect(screen.getAllByRole('group', { name: 'Amount (required)' })).toHaveLength(1);
});

test.each(['group', 'radiogroup'] as const)('the frame of a %s labels the group and describes its error', (kind) => {
  render(<Framed kind={kind} id="amount" error="Fill this in." help="In dollars." />);
  const group = screen.getByRole(kind, { name: 'Amount' });
  expect([group.id, group.getAttribute('aria-describedby')]).toEqual(['amount', 'amount-error amount-help']);
});

test('a control is described only by the texts that are shown', () => {
  const describe = (own: { help?: string; error?: string }, ...more: (string | false)[]) =>
    renderHook(() => useFieldIds({ id: 'f', ...own })).result.current.describedBy(...more);
  expect(describe({})).toBeUndefined();
  expect(describe({ help: 'In dollars.' })).toBe('f-help');
  expect(describe({ error: 'Wrong.' }, 'f-count', false)).toBe('f-error f-count');
});
