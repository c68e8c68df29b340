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

test('the frame of one control labels it and marks it as required', () => {
  render(<Framed isRequired />);
  expect(screen.getByLabelText('Amount (required)').localName).toBe('input');
});

test.each(['group', 'radiogroup'] as const)('the frame of a %s names the group and describes its error', (kind) => {
  render(<Framed kind={kind} id="amount" error="Fill this in." help="In dollars." />);
  const group = screen.getByRole(kind, { name: 'Amount' });
  expect([group.id, group.getAttribute('aria-describedby')]).toEqual(['amount', 'amount-error amount-help']);
});

test('only what is shown describes a control', () => {
  const describe = (own: { help?: string; error?: string }, ...more: (string | false)[]) =>
    renderHook(() => useFieldIds({ id: 'f', ...own })).result.current.describedBy(...more);
  expect(describe({})).toBeUndefined();
  expect(describe({ help: 'In dollars.' })).toBe('f-help');
  expect(describe({ error: 'Wrong.' }, 'f-count', false)).toBe('f-error f-count');
});
