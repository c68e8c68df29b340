import { getFileHold } from '@portico/contracts/studio/pickers';
import { formRows } from '@portico/testing/draftFieldCases';
import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openEditor, setUpEditorTests } from '../testing/editorPage.ts';
import { studioApi } from '../testing/studioApi.ts';
import { aDraft, aStudioItem } from '../testing/studioItems.ts';
import type { ContentFields, StudioKind } from '@portico/contracts/studio/draft';

setUpEditorTests();

/** Everything that the settings of an item show, including what is typed and chosen. */
async function formOf(kind: StudioKind, fields: Partial<ContentFields>): Promise<string> {
  const api = studioApi(aStudioItem({ kind, draft: aDraft([], fields) }));
  api.answer(getFileHold, { hold: null, hasNoWords: false });
  openEditor(api);
  const form = (await screen.findByRole('group', { name: 'Audience' })).closest('section')!;
  if (kind === 'event') await within(form).findByText('Counts for');
  if (kind === 'document') await within(form).findByText('File');
  if (kind === 'home') await within(form).findByRole('switch');
  const controls = [...form.querySelectorAll<HTMLInputElement>('input, select, textarea')];
  const shown = `${form.textContent} ${JSON.stringify(controls.map(({ value, checked }) => [value, checked]))}`;
  const pictures = [...form.querySelectorAll('img')].map((picture) => picture.getAttribute('src'));
  cleanup();
  return `${shown} ${pictures.join(' ')}`;
}

test.each(formRows)(
  'the settings of a $kind have a control for the field $name [STUDIO-366]',
  async ({ name, kind, value }) => {
    expect(await formOf(kind, { [name]: value })).not.toBe(await formOf(kind, {}));
  },
);
