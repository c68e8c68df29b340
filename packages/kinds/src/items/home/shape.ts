import type { ExampleOf, ItemFields } from '../../base/itemFields.ts';
import * as shared from '../sharedFields.ts';
import type { Widget } from './schemas.ts';

/** The widget bar for people whose home page specifies none. Source: spec §2 Layouts. */
export const defaultWidgets: Widget[] = [
  { id: 'events-calendar', kind: 'EventsCalendar', title: 'Events calendar' },
  { id: 'todo', kind: 'Todo', title: 'To-do' },
];

export const fields = {
  ...shared.fields,
  notificationBanner: { is: 'custom', blank: null, words: 'none' },
  /** The widget bar beside every page. Only an import sets it. */
  widgets: { is: 'custom', blank: defaultWidgets, words: 'none' },
} as const satisfies ItemFields;

export const example = {
  ...shared.example,
  notificationBanner: { id: 'banner-1', kind: 'Info', title: 'Phones are down' },
  widgets: [{ id: 'todo', kind: 'Todo', title: 'To-do' }],
} satisfies ExampleOf<typeof fields>;
