import type { ContentComponent } from '@portico/kinds/content';
import type { ContentFields } from '@portico/contracts/studio/draft';
import { changeStudioItem } from '@portico/contracts/studio/studio';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openEditor, setUpEditorTests } from '../testing/editorPage.ts';
import { studioApi } from '../testing/studioApi.ts';
import { aDraft, aStudioItem } from '../testing/studioItems.ts';
import { wholeIn } from '../testing/wholeIn.ts';

setUpEditorTests();

const ROOM = 'https://meet.example.com/j/88213';
const card: ContentComponent[] = [
  { id: 'note', type: 'Link', text: 'Ask the desk', href: 'mailto:desk@quillhaven.example' },
  { id: 'join', type: 'Link', text: 'Join', href: ROOM },
];

async function openField(fields: Partial<ContentFields>) {
  const draft = aDraft([], fields);
  const trees = { ...draft.trees, postEventData: card };
  const api = studioApi(aStudioItem({ kind: 'event', draft: { ...draft, trees } }));
  const saved: unknown[] = [];
  api.answer(changeStudioItem, ({ body }) => {
    saved.push(...body.changes);
    const at = { sequence: body.base + 1 };
    const own = { ...at, clientId: body.clientId, by: 'Edda', changes: wholeIn(body.changes) };
    return { ...at, savedAt: '2026-11-23T15:00:00.000Z', conflicts: [], isTooOld: false, saved: [own] };
  });
  openEditor(api);
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Join link' });
  return { field, saved };
}

const virtual = { locationType: 'Virtual', registration: { capacity: null, closesAt: null } } as const;

test('the form of a virtual event proposes the first web link on its card as the join link [EVENTS-046]', async () => {
  const { field } = await openField(virtual);
  expect(field.value).toBe(ROOM);
  expect(screen.getByText(/^This is the first link on the sign-up card/)).toBeDefined();
});

test('a join link that editors type replaces the proposed one, and one they clear stays empty [EVENTS-046]', async () => {
  const { field, saved } = await openField(virtual);
  await userEvent.clear(field);
  expect(field.value).toBe('');
  await waitFor(() => expect(saved).toContainEqual({ do: 'field', name: 'joinLink', value: '' }));
  await userEvent.type(field, 'https://zoom.example.com/1');
  await waitFor(() =>
    expect(saved).toContainEqual({ do: 'field', name: 'joinLink', value: 'https://zoom.example.com/1' }),
  );
});

test('nothing is proposed for an event in person [EVENTS-046]', async () => {
  const { field } = await openField({ ...virtual, locationType: 'InPerson' });
  expect(field.value).toBe('');
});
