import { listPastEvents, listUpcomingEvents } from '@portico/contracts/events';
import { anEventSummary } from '@portico/testing/builders';
import { cardRows } from '@portico/testing/draftFieldCases';
import { fakeApi } from '@portico/testing/fakeApi';
import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPortal } from '../../../testPortal.ts';

const event = anEventSummary();

async function cardOf(own: object): Promise<string> {
  const api = fakeApi();
  api.answer(listUpcomingEvents, { page: 1, pageSize: 6, total: 1, items: [{ ...event, ...own }] });
  api.answer(listPastEvents, { page: 1, pageSize: 6, total: 0, items: [] });
  openPortal('/events', { api });
  const shown = (await screen.findByRole('article')).innerHTML;
  cleanup();
  return shown;
}

test.each(cardRows.filter(({ kind }) => kind === 'event'))(
  'the card of an event shows the field $name [STUDIO-379]',
  async ({ name, value }) => {
    expect(await cardOf({ [name]: value })).not.toBe(await cardOf({}));
  },
);
