const CONTROLS = 'input, select, textarea, button, a[href], [contenteditable="true"]';

/** The first control inside an element that Tab reaches; the element itself if there is none. */
export function firstControl(element: HTMLElement): HTMLElement {
  const controls = [...element.querySelectorAll<HTMLElement>(CONTROLS)];
  return controls.find((control) => !control.matches(':disabled, [tabindex="-1"]')) ?? element;
}
