import { z } from 'zod/mini';
import { Widget } from '@portico/kinds/items/home/schemas';
import { endpoint } from './base/endpoint.ts';

/** The widgets of the bar, from top to bottom. */
export const WidgetBar = z.object({ widgets: z.array(Widget) });
export type WidgetBar = z.infer<typeof WidgetBar>;

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
