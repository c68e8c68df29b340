/**
 * Whether another handler has handled a key. Text editors prevent the browser's default for Escape and Alt+Enter even
 * if they do nothing themselves, so those keys still count as unhandled.
 */
export function isHandled(event: Pick<KeyboardEvent, 'defaultPrevented' | 'key' | 'altKey' | 'target'>): boolean {
  const isFreeInText = event.key === 'Escape' || (event.key === 'Enter' && event.altKey);
  const isInText = event.target instanceof Element && event.target.closest('[role=textbox]') !== null;
  return event.defaultPrevented && !(isFreeInText && isInText);
}
