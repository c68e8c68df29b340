import type { ImageRef } from '@portico/kinds/media';
import { anImage } from '@portico/testing/builders';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { FocusField } from './FocusField.tsx';

function show(given: Partial<ImageRef> = {}) {
  const last = { image: anImage(given) };
  function Parent() {
    const [image, setImage] = useState(last.image);
    return (
      <FocusField
        image={image}
        onChange={(next) => {
          last.image = next;
          setImage(next);
        }}
      />
    );
  }
  render(<Parent />);
  return { user: userEvent.setup(), focus: () => last.image.focus };
}
const across = () => screen.getByRole('slider', { name: 'Focal point, left to right' });
const down = () => screen.getByRole('slider', { name: 'Focal point, top to bottom' });

test('arrow keys move the focal point of a picture, with larger steps while Shift is held [STUDIO-246]', async () => {
  const { user, focus } = show();
  await user.tab();
  expect(document.activeElement).toBe(across());
  await user.keyboard('{ArrowRight}{Shift>}{ArrowUp}{/Shift}');
  expect(focus()).toEqual({ x: 51, y: 40 });
  expect(document.activeElement).toBe(down());
  expect(down().getAttribute('aria-valuetext')).toBe('40 percent from the top');
});

test('the focal point never leaves the picture [STUDIO-246]', async () => {
  const { user, focus } = show({ focus: { x: 3, y: 100 } });
  across().focus();
  await user.keyboard('{Shift>}{ArrowLeft}{ArrowDown}{/Shift}');
  expect(focus()).toEqual({ x: 0, y: 100 });
});

test.each(['mouse', 'touch'])(
  'dragging on the picture with a %s sets the focal point once [STUDIO-246]',
  (pointerType) => {
    const { focus } = show();
    const stage = screen.getByRole('group', { name: 'Focal point' }).querySelector('img')!.parentElement!;
    stage.getBoundingClientRect = () => new DOMRect(100, 100, 400, 200);
    const at = (clientX: number, clientY: number) => ({ pointerId: 7, pointerType, button: 0, clientX, clientY });
    fireEvent.pointerDown(stage, at(200, 150));
    expect(focus()).toBeUndefined();
    fireEvent.pointerMove(stage, at(400, 160));
    fireEvent.pointerUp(stage, at(420, 180));
    expect(focus()).toEqual({ x: 80, y: 40 });
  },
);

test('pressing Center resets the focal point [STUDIO-246]', async () => {
  const { user, focus } = show({ focus: { x: 3, y: 8 } });
  await user.click(screen.getByRole('button', { name: 'Center' }));
  expect(focus()).toBeUndefined();
  expect(across().getAttribute('aria-valuetext')).toBe('50 percent from the left');
});
