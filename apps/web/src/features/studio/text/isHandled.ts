/**
 * Whether somebody else has dealt with a key. Editors of text prevent what a browser does on Escape and Enter, even
 * where they do nothing themselves: those keys are still free.
 */
export function isHandled(event: Pick<KeyboardEvent, 'defaultPrevented' | 'key' | 'altKey' | 'target'>): boolean {
  const isFreeInText = event.key === 'Escape' || (event.key === 'Enter' && event.altKey);
  const isInText = event.target instanceof Element && event.target.closest('[role=textbox]') !== null;
  return event.defaultPrevented && !(isFreeInText && isInText);
}
