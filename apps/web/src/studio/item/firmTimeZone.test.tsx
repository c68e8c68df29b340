import { listPreviewAddresses, previewStudioItem } from '@portico/contracts/studio/previews';
import { findPeople } from '@portico/contracts/studio/audience';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPortal } from '../../testPortal.ts';
import { setUpEditorTests } from '../testing/editorPage.ts';
import { studioApi } from '../testing/studioApi.ts';
import { aDraft, aStudioItem, ITEM_ID } from '../testing/studioItems.ts';

const zone = process.env['TZ'];
beforeEach(() => {
  process.env['TZ'] = 'Europe/Berlin';
});
afterEach(() => {
  process.env['TZ'] = zone;
});
setUpEditorTests();

const fields = { startsAt: '2026-07-09T14:30:00.000Z', endsAt: '2026-07-09T15:30:00.000Z' };

function openEvent(own: Parameters<typeof aDraft>[1], firmTimeZone = 'America/Chicago') {
  const draft = aDraft([], { ...fields, ...own });
  const api = studioApi(aStudioItem({ kind: 'event', draft }));
  api.answer(previewStudioItem, { isVisible: true, reasons: [], revision: null, draft });
  api.answer(listPreviewAddresses, { items: [] });
  api.answer(findPeople, { items: [] });
  openPortal(`/studio/${ITEM_ID}`, { api, person: 'edda', settings: { firmTimeZone } });
}

test('an editor in Berlin of a firm in Chicago sees and previews an event whose zone nobody chose in Chicago’s [EVENTS-045]', async () => {
  openEvent({});
  const zones = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Time zone' });
  expect(zones.value).toBe('America/Chicago');
  const starts = screen.getByLabelText<HTMLInputElement>('Starts');
  expect(starts.value).toBe('2026-07-09T09:30');
  expect(screen.getAllByText(/Central Time \(Chicago\)/).length).toBeGreaterThan(1);

  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Preview' }));
  const frame = await dialog.findByTitle<HTMLIFrameElement>('Wire cutoff moves');
  const facts = await within(frame.contentDocument!.body).findByRole('complementary', { name: 'Event info' });
  expect(facts.textContent).toContain('4:30 pm – 5:30 pm GMT+2');
  expect(facts.textContent).toContain('Chicago');
});

test('a firm’s zone that is not in the list of time zones is offered first, and the chosen one stays chosen [EVENTS-045]', async () => {
  openEvent({ timeZone: 'America/Denver' }, 'Europe/London');
  const zones = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Time zone' });
  expect(zones.value).toBe('America/Denver');
  expect(zones.options[0]!.value).toBe('Europe/London');
  expect(screen.getByLabelText<HTMLInputElement>('Starts').value).toBe('2026-07-09T08:30');
});
