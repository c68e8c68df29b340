import type { FakeApi } from '@portico/testing/fakeApi';
import { clearToasts } from '@portico/ui/toasts';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { openPortal } from '../../testPortal.ts';
import { ITEM_ID } from './studioItems.ts';

export const openEditor = (api: FakeApi) => openPortal(`/studio/${ITEM_ID}`, { api, person: 'edda' });

/** The frames of the components on the page. */
export const blocks = () => screen.getAllByRole('group').filter((element) => element.hasAttribute('data-block-id'));

/** Gives each test a window wide enough for the panels beside the page. */
export function setUpEditorTests(): void {
  beforeEach(() => {
    window.innerWidth = 1440;
    return () => {
      window.innerWidth = 1024;
    };
  });
  // A leftover message would be the first region that F6 reaches.
  afterEach(() => clearToasts());
}
