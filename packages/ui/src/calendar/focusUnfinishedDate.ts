const UNFINISHED =
  '[role="spinbutton"][aria-invalid="true"], input:is([type="date"], [type="datetime-local"])[aria-invalid="true"]';

/**
 * Focuses the first date field in `form` that shows an unfinished date, which was never reported; false if there is
 * none. Call it before submitting, because otherwise the date that somebody sees in the field is dropped silently.
 */
export function focusUnfinishedDate(form: ParentNode | null): boolean {
  const field = form?.querySelector<HTMLElement>(UNFINISHED);
  field?.focus();
  return field != null;
}
