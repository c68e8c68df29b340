import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Lightbox, type LightboxPicture } from './Lightbox.tsx';

const picture = (alt: string): LightboxPicture => ({
  sources: [
    { url: `/${alt}/320.webp`, width: 320 },
    { url: `/${alt}/640.webp`, width: 640 },
  ],
  alt,
  width: 1200,
  height: 800,
  caption: `Photo: ${alt}`,
});

function Gallery({ count, first = 0 }: { count: number; first?: number }) {
  const [index, setIndex] = useState<number | undefined>(first);
  const pictures = ['Bridge', 'Lake', 'Tower'].slice(0, count).map(picture);
  return <Lightbox label="Pictures" pictures={pictures} index={index} onIndexChange={setIndex} />;
}

const counter = () => screen.getByRole('status').textContent;

test('in the lightbox, arrow keys, Home and End move through the pictures and wrap around', async () => {
  render(<Gallery count={3} />);
  await screen.findByRole('dialog', { name: 'Pictures' });
  const seen = [counter()];
  for (const key of ['{ArrowLeft}', '{ArrowRight}', '{End}', '{Home}']) {
    await userEvent.keyboard(key);
    seen.push(counter());
  }
  expect(seen).toEqual(['1 of 3: Bridge', '3 of 3: Tower', '1 of 3: Bridge', '3 of 3: Tower', '1 of 3: Bridge']);
});

test('the buttons of the lightbox move through the pictures and update the caption', async () => {
  render(<Gallery count={3} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Next picture' }));
  expect(counter()).toBe('2 of 3: Lake');
  expect(screen.getByText('Photo: Lake').textContent).toBe('Photo: Lake');
  await userEvent.click(screen.getByRole('button', { name: 'Previous picture' }));
  expect(counter()).toBe('1 of 3: Bridge');
});

test('a lightbox with one picture has no counter and no buttons to move', async () => {
  render(<Gallery count={1} />);
  await screen.findByRole('dialog', { name: 'Pictures' });
  expect(counter()).toBe('Bridge');
  expect(screen.queryByRole('button', { name: /picture/ })).toBeNull();
});

test('the lightbox shows a message for a picture that fails to load', async () => {
  render(<Gallery count={1} />);
  fireEvent.error(await screen.findByRole('img', { name: 'Bridge' }));
  expect(screen.getByText(/This picture can’t be loaded/).localName).toBe('p');
});

test('Escape closes the lightbox', async () => {
  render(<Gallery count={2} />);
  await screen.findByRole('dialog', { name: 'Pictures' });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
