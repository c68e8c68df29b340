import type { ItemFormOf } from '../../properties/itemForm.ts';
import * as shared from '../sharedForm.ts';
import type { fields } from './shape.ts';

export const form = {
  ...shared.first,
  notificationBanner: { label: 'Banner', control: 'home' },
  pins: { label: 'Pinned items', control: 'home' },
  entryAudiences: { label: 'Who sees which entry', control: 'home' },
  widgets: { label: 'Widgets', control: 'home' },
  ...shared.last,
} satisfies ItemFormOf<typeof fields>;
