import { completeComponent } from '@portico/authoring/completeComponent';
import { unfinishedComponents } from '@portico/authoring/testing/unfinishedComponents';
import type { ComponentKind, ContentComponent } from '@portico/kinds/content';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { componentLabel } from '../componentKinds.ts';
import { blocks, openEditor, setUpEditorTests } from '../testing/editorPage.ts';
import { studioApi } from '../testing/studioApi.ts';
import { aDraft, aStudioItem } from '../testing/studioItems.ts';

setUpEditorTests();

/** Selecting a component on a long page takes longer. */
const PER_PAGE = 12;

const kinds = Object.keys(oneOfEachKind) as ComponentKind[];

/** Opens a draft as the server returns it. */
async function openWith(components: ContentComponent[]): Promise<void> {
  const draft = aDraft(components.map((component) => completeComponent(component)));
  openEditor(studioApi(aStudioItem({ draft })));
  await screen.findByRole('complementary', { name: 'Outline' });
}

/** Selects the frame of a component, whose properties the panel then shows. */
async function openProperties(id: string): Promise<HTMLElement> {
  const frame = blocks().find((block) => block.dataset['blockId'] === id)!;
  frame.focus();
  await waitFor(() => expect(frame.dataset['selected']).toBe('true'));
  const label = `Properties: ${componentLabel(frame.dataset['kind'] as ComponentKind)}`;
  return within(screen.getByRole('complementary', { name: 'Properties' })).findByRole('group', { name: label });
}

test.each(kinds)(
  'the editor shows a %s that has only its id and type, and its properties [STUDIO-371]',
  async (kind) => {
    await openWith([{ id: 'c1', type: kind } as ContentComponent]);
    expect(await screen.findByRole('group', { name: new RegExp(`^${componentLabel(kind)}, 1 of 1`) })).toBeDefined();
    expect(await openProperties('c1')).toBeDefined();
    await userEvent.keyboard('{Control>}d{/Control}');
    expect(blocks().filter((block) => block.dataset['kind'] === kind)).toHaveLength(2);
  },
);

test.each(kinds)('the editor shows every %s that lacks one property, and its properties [STUDIO-371]', async (kind) => {
  // What a view cannot draw is reported there, and the canvas shows that it is incomplete.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const all = unfinishedComponents(kind).map(({ component }) => component);
  for (let n = 0; n < all.length; n += PER_PAGE) {
    const some = all.slice(n, n + PER_PAGE);
    await openWith(some);
    await waitFor(() => expect(blocks().filter(({ dataset }) => dataset['kind'] === kind)).toHaveLength(some.length));
    for (const { id } of some) expect(await openProperties(id)).toBeDefined();
    cleanup();
  }
});
