import type { ErrorCode } from '@portico/contracts/errors';
import { getEvent } from '@portico/contracts/events';
import { anEvent, anId } from '@portico/testing/builders';
import { fakeApi } from '@portico/testing/fakeApi';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { expectErrorsInConsole, openPortal } from '../../testPortal.ts';

describe('an event', () => {
  test('shows when, where and with whom, and its body', async () => {
    const event = anEvent({
      header: 'Plans in practice', startDate: '2026-03-09T19:05:00.000Z', endDate: '2026-03-09T20:30:00.000Z', location: 'Boston', speakers: ['Lee Park', 'Lee Park'],
    });
    const api = fakeApi();
    api.answer(getEvent, event);
    openPortal(`/events/${event.id}`, { api });
    expect(await screen.findByRole('heading', { level: 1, name: 'Plans in practice' })).toBeTruthy();
    const facts = within(screen.getByRole('complementary', { name: 'Event info' }));
    expect(facts.getByText('Mon, Mar 9')).toBeTruthy();
    expect(facts.getByText(/^\d{1,2}:05 [ap]m – \d{1,2}:30 [ap]m \S+$/)).toBeTruthy();
    expect(facts.getByText('Boston')).toBeTruthy();
    expect(facts.getAllByText('Lee Park')).toHaveLength(1);
    expect(screen.getByText('Bring your questions.')).toBeTruthy();
  });

  test.each<ErrorCode>(['forbidden', 'not_found'])('answered with %s is "Page Not Found"', async (code) => {
    const api = fakeApi();
    api.fail(getEvent, code);
    expectErrorsInConsole();
    openPortal(`/events/${anId()}`, { api });
    await waitFor(() => expect(screen.getByRole('main').textContent).toContain('404 Page Not Found'));
  });
});
