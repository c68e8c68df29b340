import { showInWidget, useWidgetTarget } from '../../frame/widgetTarget.ts';

/** Shows a task in the to-do list, which clears the request (undefined) once it does. */
export const requestTask = (id: string | undefined): void =>
  showInWidget(id === undefined ? undefined : { kind: 'Todo', entryId: id });

/** Id of the task to show. */
export function useRequestedTask(): string | undefined {
  const target = useWidgetTarget();
  return target?.kind === 'Todo' ? target.entryId : undefined;
}
