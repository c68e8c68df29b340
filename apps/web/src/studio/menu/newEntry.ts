import { emptyRule } from '@portico/authoring/audience';
import type { MenuEntry } from '@portico/contracts/studio/menuDesk';

/** An entry for everyone that its editor has yet to name. */
export const newEntry = (): MenuEntry => ({
  id: crypto.randomUUID(),
  name: '',
  kind: 'Link',
  status: 'Default',
  icon: null,
  pageLink: null,
  openInNewTab: false,
  nestedPagesLinks: [],
  audience: [],
  audienceRule: emptyRule,
  submenuItems: [],
});
