import { findPeople } from '@portico/contracts/studio/audience';
import {
  createPreviewAddress,
  endPreviewAddress,
  listPreviewAddresses,
  previewStudioItem,
  type PreviewAddress,
} from '@portico/contracts/studio/previews';
import { getForm } from '@portico/contracts/forms';
import { aNewsSummary } from '@portico/testing/builders';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { openPortal } from '../../testPortal.ts';
import { studioApi } from '../testing/studioApi.ts';
import { aDraft, aStudioItem, ITEM_ID } from '../testing/studioItems.ts';

const PERSON = '6f9b1d4e-0000-4000-8000-000000000001';
const karla = { id: PERSON, name: 'Karla Jimenez', email: 'karla@quillhaven.example', advisorType: null };
const anAddress: PreviewAddress = {
  id: '7f9b1d4e-0000-4000-8000-000000000001',
  createdAt: '2026-11-23T14:00:00.000Z',
  createdBy: 'Edda Mohr',
  endsAt: '2026-11-30T14:00:00.000Z',
  readers: [],
};

const draft = aDraft([{ id: 'a', type: 'Header', level: 2, text: 'As written' }]);

async function open(item = aStudioItem({ draft })) {
  window.innerWidth = 1440;
  const api = studioApi(item);
  api.answer(previewStudioItem, { isVisible: true, reasons: [], revision: null, draft: aDraft() });
  api.answer(listPreviewAddresses, { items: [] });
  api.answer(findPeople, { items: [karla] });
  openPortal(`/studio/${ITEM_ID}`, { api, person: 'edda' });
  await userEvent.click(await screen.findByRole('button', { name: 'Preview' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Preview' }));
  const query = () => new URL(api.callsTo(previewStudioItem).at(-1)!.path, 'https://portal.test').searchParams;
  return { api, dialog, query };
}

const pageIn = async (dialog: Awaited<ReturnType<typeof open>>['dialog']) => {
  const frame = (await dialog.findByTitle('Wire cutoff moves')) as HTMLIFrameElement;
  return { frame, page: within(frame.contentDocument!.body) };
};

describe('the preview of an item', () => {
  test('renders an event like its page, with picture, time, location and speakers, at the chosen width [STUDIO-079]', async () => {
    const image = { id: PERSON, alt: 'The desk', width: 640, height: 320, widths: [320, 640] };
    const fields = {
      startsAt: '2026-12-03T15:00:00.000Z',
      endsAt: '2026-12-03T17:00:00.000Z',
      timeZone: 'America/New_York',
      location: 'Boston office',
      speakers: ['Ana Ruiz', 'Lee Park'],
      image,
    };
    const { dialog } = await open(aStudioItem({ kind: 'event', draft: aDraft(draft.trees.components, fields) }));
    const { frame, page } = await pageIn(dialog);
    expect(page.getByRole('heading', { level: 1, name: 'Wire cutoff moves' })).toBeDefined();
    expect(page.getByRole('heading', { level: 2, name: /^As written/ })).toBeDefined();
    const facts = within(page.getByRole('complementary', { name: 'Event info' }));
    expect(facts.getByText('Boston office')).toBeDefined();
    expect(facts.getByText('Lee Park')).toBeDefined();
    expect(page.getByRole('img', { name: 'The desk' })).toBeDefined();
    expect(frame.dataset['width']).toBe('1440');
    await userEvent.click(dialog.getByRole('radio', { name: 'Phone' }));
    expect(frame.dataset['width']).toBe('390');
  });

  test('has the chosen theme, and its links do not leave the editor [STUDIO-079]', async () => {
    const link = { id: 'l', type: 'Link' as const, text: 'The desk', href: '/news' };
    const { dialog } = await open(aStudioItem({ draft: aDraft([link]) }));
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const { frame, page } = await pageIn(dialog);
    await userEvent.click(dialog.getByRole('radio', { name: 'Dark' }));
    expect(frame.contentDocument!.documentElement.dataset['theme']).toBe('dark');
    page.getByRole('link', { name: /The desk/ }).click();
    expect(opened).toHaveBeenCalledWith(expect.stringMatching(/\/news$/), '_blank', 'noopener');
    expect(screen.getByRole('dialog', { name: 'Preview' })).toBeDefined();
    opened.mockRestore();
  });

  test('has what surrounds the item on its page, and a form to try out [PREVIEW-004, STUDIO-079]', async () => {
    const form = oneOfEachKind.Form;
    const { api, dialog } = await open(aStudioItem({ draft: aDraft([form]) }));
    const surroundings = {
      createdAt: '2026-11-23T14:00:00.000Z',
      creatorInfo: { kind: 'User' as const, name: 'Edda Mohr' },
      timeZone: 'America/New_York',
      news: [aNewsSummary({ header: 'Cutoff times of all custodians' })],
      resources: [],
      events: [],
      newSince: null,
      registrations: { taken: 0, waiting: 0, status: 'Unregistered' as const, waitingPosition: null },
    };
    const answer = { isVisible: true, reasons: [], revision: null, draft: aDraft([form]), surroundings };
    api.answer(previewStudioItem, answer);
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Show' }), 'What readers will see');
    const { page } = await pageIn(dialog);
    expect(await page.findByRole('link', { name: /Cutoff times of all custodians/ })).toBeDefined();
    expect(api.callsTo(getForm)).toEqual([]);
  });

  test('does not change the title of the editor [STUDIO-079]', async () => {
    const { api, dialog } = await open();
    const draft = aDraft([], { header: 'As readers see it' });
    api.answer(previewStudioItem, { isVisible: true, reasons: [], revision: 1, draft });
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Show' }), 'What readers will see');
    await dialog.findByTitle('As readers see it');
    expect(document.title).toContain('Wire cutoff moves');
  });

  test('shows the draft, at three widths and in two themes [STUDIO-061]', async () => {
    const { dialog, query } = await open();
    expect(await dialog.findAllByText('This reader sees it.')).toHaveLength(1);
    expect(query().get('of')).toBe('Draft');
    const widths = within(dialog.getByRole('group', { name: 'Width' }));
    expect(widths.getAllByRole('radio')).toHaveLength(3);
    const themes = within(dialog.getByRole('group', { name: 'Theme' }));
    await userEvent.click(themes.getByRole('radio', { name: 'Dark' }));
    expect((themes.getByRole('radio', { name: 'Dark' }) as HTMLInputElement).checked).toBe(true);
  });

  test('says why the preview could not be made, and tries again on request [STUDIO-342]', async () => {
    const { api, dialog } = await open();
    api.fail(previewStudioItem, 'unavailable', 'The portal is busy.');
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Show' }), 'What readers will see');
    const alert = await dialog.findByRole('alert');
    expect(alert.textContent).toContain('The preview couldn’t be created');
    expect(alert.textContent).toContain('The portal is busy.');
    api.answer(previewStudioItem, { isVisible: false, reasons: ['NotPublished'], revision: null, draft: null });
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByText('Readers don’t see it at that time.')).toBeDefined();
  });

  test('explains why an advisor type does not see the item [STUDIO-061]', async () => {
    const { api, dialog, query } = await open();
    api.answer(previewStudioItem, { isVisible: false, reasons: ['OtherAudience'], revision: null, draft: null });
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'As' }), 'Non-licensed Assistant');
    expect(await dialog.findByText('This reader doesn’t see it. It’s for a different audience.')).toBeDefined();
    expect(query().get('advisorType')).toBe('Nla');
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Show' }), 'What readers will see');
    expect(await dialog.findByText('Readers don’t see it at that time.')).toBeDefined();
  });

  test('keeps the chosen person while another one is searched for [STUDIO-061]', async () => {
    const { api, dialog, query } = await open();
    const search = dialog.getByRole('textbox', { name: 'Find a person' });
    await userEvent.type(search, 'karla');
    await userEvent.selectOptions(await dialog.findByRole('combobox', { name: 'Person' }), 'Karla Jimenez');
    await waitFor(() => expect(query().get('personId')).toBe(PERSON));
    expect(query().has('advisorType')).toBe(false);
    api.answer(findPeople, { items: [] });
    await userEvent.clear(search);
    await userEvent.type(search, 'nobody');
    const chosen = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Person' });
    expect(chosen.selectedOptions[0]!.textContent).toBe('Karla Jimenez');
    await userEvent.selectOptions(chosen, 'No one chosen');
    await waitFor(() => expect(query().has('personId')).toBe(false));
  });

  test('creates an address for colleagues and ends it [STUDIO-062]', async () => {
    const { api, dialog } = await open();
    api.answer(createPreviewAddress, ({ body }) => {
      expect(body.personIds).toEqual([]);
      return { items: [anAddress] };
    });
    await userEvent.click(await dialog.findByRole('button', { name: 'Create a link' }));
    const address = await dialog.findByRole<HTMLInputElement>('textbox', {
      name: 'For: People with a studio role. Until Nov 30, 2026',
    });
    expect(address.value).toMatch(new RegExp(`/studio/previews/${anAddress.id}$`));
    api.answer(endPreviewAddress, { items: [] });
    await userEvent.click(dialog.getByRole('button', { name: 'End now' }));
    await waitFor(() => expect(dialog.queryByRole('button', { name: 'End now' })).toBeNull());
  });
});
