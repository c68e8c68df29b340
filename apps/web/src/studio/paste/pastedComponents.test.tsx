import type { ContentComponent } from '@portico/kinds/content';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { blocks, openEditor, setUpEditorTests } from '../testing/editorPage.ts';
import { studioApi } from '../testing/studioApi.ts';
import { aDraft, aStudioItem, header } from '../testing/studioItems.ts';

setUpEditorTests();

describe('the editor of an item', () => {
  test('replaces an empty text with pasted components [STUDIO-018]', async () => {
    const empty: ContentComponent = {
      id: 'a',
      type: 'BodyText',
      body: { type: 'doc', content: [{ type: 'paragraph' }] },
    };
    openEditor(studioApi(aStudioItem({ draft: aDraft([empty]) })));
    const text = within(await screen.findByRole('group', { name: 'Text, 1 of 1' })).getByRole('textbox');
    text.focus();
    const getData = (type: string) => (type === 'text/html' ? '<h2>Dates</h2><p>Send it by Friday.</p>' : '');
    fireEvent.paste(text, { clipboardData: { getData, files: [] } });
    await screen.findByRole('group', { name: 'Heading, 1 of 2: Dates' });
    expect(screen.getByRole('group', { name: 'Text, 2 of 2: Send it by Friday.' })).toBeDefined();
    await userEvent.click(screen.getAllByRole('button', { name: 'Undo' })[0]!);
    await screen.findByRole('group', { name: 'Text, 1 of 1' });
  });

  test('shows how many components of a paste do not fit, and can undo the paste [STUDIO-075]', async () => {
    const user = userEvent.setup();
    // A news item shows one of the three trees, but all of them count toward the limit.
    const hiddenComponents = Array.from({ length: 997 }, (_, n) => header(`n${n}`, 'Unseen'));
    const draft = aDraft([header('a', 'First')]);
    openEditor(
      studioApi(aStudioItem({ draft: { ...draft, trees: { ...draft.trees, preEventData: hiddenComponents } } })),
    );
    const first = await screen.findByRole('group', { name: /First/ });
    const pasteHeadings = (count: number) => {
      first.focus();
      fireEvent.paste(first, {
        clipboardData: {
          getData: (type: string) => (type === 'text/html' ? '<h2>x</h2>'.repeat(count) : ''),
          files: [],
        },
      });
    };
    pasteHeadings(2);
    await waitFor(() => expect(blocks()).toHaveLength(3));
    expect(screen.queryByText(/^Left out/)).toBeNull();
    await user.click(screen.getAllByRole('button', { name: 'Undo' })[0]!);
    expect(blocks()).toHaveLength(1);

    pasteHeadings(5);
    const message = await screen.findByText('Left out: 3 components beyond the 1,000 that an item holds.');
    expect(blocks()).toHaveLength(3);
    first.focus();
    await user.keyboard('{Control>}d{/Control}');
    await screen.findByText('Left out: 1 component beyond the 1,000 that an item holds.');
    expect(blocks()).toHaveLength(3);
    await user.click(within(message.closest('[role=alertdialog]')!).getByRole('button', { name: 'Undo' }));
    expect(blocks()).toHaveLength(1);
  });
});
