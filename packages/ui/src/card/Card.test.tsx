import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Card, cardLinkClass } from './Card.tsx';

test('a card renders as the given element and passes attributes on', () => {
  render(
    <Card as="article" aria-label="Quarterly forum" className="wide">
      <a href="/events/forum" className={cardLinkClass}>
        Quarterly forum
      </a>
    </Card>,
  );
  const card = screen.getByRole('article', { name: 'Quarterly forum' });
  expect(card.classList.contains('wide')).toBe(true);
  expect(screen.getByRole('link', { name: 'Quarterly forum' }).className).toBe(cardLinkClass);
  expect(cardLinkClass).not.toBe('');
});

test('a card is a plain box by default and never an interactive control itself', () => {
  const { container } = render(<Card isInteractive>Text</Card>);
  expect(container.firstElementChild?.localName).toBe('div');
  expect(screen.queryByRole('button')).toBeNull();
});
