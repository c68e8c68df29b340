import type { ItemContent, StudioKind } from '@portico/contracts/studio/draft';
import { readPreview } from '@portico/contracts/studio/previews';
import { fakeApi } from '@portico/testing/fakeApi';
import { pageRows } from '@portico/testing/draftFieldCases';
import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPortal } from '../../testPortal.ts';
import { aDraft } from '../testing/studioItems.ts';

const times = { startsAt: '2027-03-01T15:00:00.000Z', endsAt: '2027-03-01T16:00:00.000Z' };

async function pageOf(kind: StudioKind, own: Partial<ItemContent['fields']>): Promise<string> {
  const api = fakeApi();
  const draft = aDraft([], { publishedAt: '2026-01-01T10:00:00.000Z', ...(kind === 'event' ? times : {}), ...own });
  api.answer(readPreview, { kind, draft, endsAt: '2026-11-30T14:00:00.000Z', createdBy: 'Edda Mohr' });
  openPortal('/studio/previews/7f9b1d4e-0000-4000-8000-000000000001', { api, person: 'edda' });
  await screen.findByRole('note');
  const main = await screen.findByRole('main');
  await screen.findByRole('heading', { level: 1, name: draft.fields.header });
  const shown = main.innerHTML;
  cleanup();
  return shown;
}

test.each(pageRows)(
  'the preview of a $kind shows the field $name as readers will see it [STUDIO-367]',
  async ({ name, kind, value }) => {
    expect(await pageOf(kind, { [name]: value })).not.toBe(await pageOf(kind, {}));
  },
);
