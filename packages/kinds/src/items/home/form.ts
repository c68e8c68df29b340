import type { ItemFormOf } from '../../properties/itemForm.ts';
import * as shared from '../sharedForm.ts';
import type { fields } from './shape.ts';

export const form = {
  ...shared.first,
  notificationBanner: { label: 'Banner', control: 'banner' },
  pins: { label: 'Pinned items', control: 'pins' },
  entryAudiences: { label: 'Who sees which entry', control: 'entryAudiences' },
  widgets: { label: 'Widgets', control: 'widgets' },
  ...shared.last,
} satisfies ItemFormOf<typeof fields>;
