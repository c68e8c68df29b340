import type { ContentComponent } from '../content.ts';
import { reportOnce } from './reportOnce.ts';
import type { ViewOf } from './view.ts';
import { views } from './views.generated.ts';

/** The view of a component; null for a kind that pages leave out, undefined for an unknown one. */
function viewOf(component: ContentComponent): ViewOf<ContentComponent> | null | undefined {
  const kind: unknown = component?.type;
  // The list's type ties each kind to its component; TypeScript can't follow that through an index.
  return typeof kind === 'string' && Object.hasOwn(views, kind)
    ? (views[kind as keyof typeof views] as ViewOf<ContentComponent> | null)
    : undefined;
}

/** The React component for a content component; undefined if pages leave it out. An unknown kind is reported once. */
export function blockFor(component: ContentComponent): ViewOf<ContentComponent>['View'] | undefined {
  const view = viewOf(component);
  if (view === undefined)
    reportOnce(`A content component of the unknown kind "${String(component?.type).slice(0, 100)}"`);
  return view?.View;
}

export const groupFor = (component: ContentComponent): ViewOf<ContentComponent>['Group'] => viewOf(component)?.Group;

/** The text of a component's own heading; undefined for kinds without one. */
export function headingOf(component: ContentComponent): unknown {
  const name = viewOf(component)?.heading;
  return name && Reflect.get(component, name);
}
