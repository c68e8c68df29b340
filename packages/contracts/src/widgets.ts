import { z } from 'zod/mini';
import { ComponentId, nonEmptyText } from '@portico/kinds/contentBase';
import { endpoint } from './base/endpoint.ts';

export const WidgetKind = z.enum(['EventsCalendar', 'Todo']);
export type WidgetKind = z.infer<typeof WidgetKind>;
export const Widget = z.object({ id: ComponentId, kind: WidgetKind, title: nonEmptyText(60) });
export type Widget = z.infer<typeof Widget>;

/** The widgets of the bar, from top to bottom. */
export const WidgetBar = z.object({ widgets: z.array(Widget) });
export type WidgetBar = z.infer<typeof WidgetBar>;

/** The widget bar for people whose home page specifies none. Source: spec §2 Layouts. */
export const defaultWidgets: Widget[] = [
  { id: 'events-calendar', kind: 'EventsCalendar', title: 'Events calendar' },
  { id: 'todo', kind: 'Todo', title: 'To-do' },
];

export const getWidgets = endpoint({
  method: 'GET',
  path: '/api/v1/widgets',
  summary: 'What the widget bar shows',
  response: WidgetBar,
});
export const previewWidgets = endpoint({
  method: 'GET',
  path: '/api/v1/widgets/preview',
  summary: 'What the widget bar would show if the draft of the home page were published',
  access: 'studio',
  isHidden: true,
  response: WidgetBar,
});
