import type { ContentComponent } from '@portico/kinds/content';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { openPortal } from '../../testPortal.ts';
import { studioApi } from '../testing/studioApi.ts';
import { aDraft, aStudioItem, ITEM_ID } from '../testing/studioItems.ts';

const header = (id: string, text: string): ContentComponent => ({ id, type: 'Header', level: 2, text });
const texts = () => screen.getAllByRole('textbox', { name: 'Heading' }).map(({ textContent }) => textContent);

describe('the editor', () => {
  beforeEach(async () => {
    window.innerWidth = 1440;
    const draft = aDraft([header('a', 'Wire by noon, wire by fax'), header('b', 'Wireless')]);
    openPortal(`/studio/${ITEM_ID}`, { api: studioApi(aStudioItem({ draft })), person: 'edda' });
    await screen.findByRole('group', { name: /^Heading, 1 of 2/ });
    return () => {
      window.innerWidth = 1024;
    };
  });

  test('finds text by keyboard, replaces one match or all, and undoes each in one step [STUDIO-237]', async () => {
    await userEvent.keyboard('{Control>}f{/Control}');
    const bar = await screen.findByRole('search', { name: 'Find and replace' });
    expect(document.activeElement).toBe(within(bar).getByRole('textbox', { name: 'Find' }));
    await userEvent.keyboard('wire');
    await within(bar).findByText(/^1 of 4/);
    await userEvent.click(within(bar).getByRole('checkbox', { name: 'Whole words' }));
    await within(bar).findByText(/^1 of 3/);
    await userEvent.click(within(bar).getByRole('checkbox', { name: 'Match case' }));
    await within(bar).findByText(/^1 of 1/);
    await userEvent.click(within(bar).getByRole('checkbox', { name: 'Match case' }));
    await userEvent.click(within(bar).getByRole('textbox', { name: 'Find' }));
    await userEvent.keyboard('{Enter}');
    await within(bar).findByText(/^2 of 3/);
    await userEvent.click(within(bar).getByRole('textbox', { name: 'Replace with' }));
    await userEvent.keyboard('Send{Enter}');
    await within(bar).findByText('Replaced 1 time.');
    expect(texts()).toEqual(['Send by noon, wire by fax', 'Wireless']);
    await userEvent.click(within(bar).getByRole('button', { name: 'Replace all' }));
    await within(bar).findByText('Replaced 2 times.');
    expect(texts()).toEqual(['Send by noon, Send by fax', 'Wireless']);
    expect(screen.getByRole('textbox', { name: 'Title' }).textContent).toBe('Send cutoff moves');
    await userEvent.click(screen.getAllByRole('button', { name: 'Undo' })[0]!);
    expect(texts()).toEqual(['Send by noon, wire by fax', 'Wireless']);
    await userEvent.click(screen.getAllByRole('button', { name: 'Undo' })[0]!);
    expect(texts()).toEqual(['Wire by noon, wire by fax', 'Wireless']);
  });

  test('says when nothing is found, and returns to the component of the current match on Escape', async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Find and replace' }));
    await userEvent.keyboard('fax');
    const bar = screen.getByRole('search', { name: 'Find and replace' });
    await within(bar).findByText(/^1 of 1/);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('search', { name: 'Find and replace' })).toBeNull();
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Heading, 1 of 2/);
    await userEvent.keyboard('{Control>}f{/Control}zzz');
    await screen.findByText('Nothing found.');
  });

  test('shows its keyboard shortcuts on Ctrl+/, and the reading time of the item [STUDIO-238, STUDIO-239]', async () => {
    expect(screen.getByText('13 words · 1-minute read')).toBeDefined();
    await userEvent.keyboard('{Control>}/{/Control}');
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(within(sheet).getByText('Move up').parentElement?.textContent).toContain('Alt+↑');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }));
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeDefined();
  });

  test('undoes and redoes a property change [STUDIO-240]', async () => {
    await userEvent.click(within(screen.getByRole('complementary', { name: 'Outline' })).getAllByRole('button')[0]!);
    await userEvent.click(await screen.findByRole('radio', { name: '3' }));
    const block = screen.getByRole('group', { name: /^Heading, 1 of 2/ });
    expect(block.querySelector('h3')).not.toBeNull();
    await userEvent.click(screen.getAllByRole('button', { name: 'Undo' })[0]!);
    expect(block.querySelector('h2')).not.toBeNull();
    await userEvent.click(screen.getAllByRole('button', { name: 'Redo' })[0]!);
    expect(block.querySelector('h3')).not.toBeNull();
  });
});
