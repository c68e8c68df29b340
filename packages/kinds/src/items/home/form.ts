import type { ItemFormOf } from '../../properties/itemForm.ts';
import * as shared from '../sharedForm.ts';
import type { fields } from './shape.ts';

export const form = {
  ...shared.first,
  notificationBanner: { label: 'Banner', control: 'banner' },
  widgets: { label: 'Widgets', isHidden: true },
  ...shared.last,
} satisfies ItemFormOf<typeof fields>;
