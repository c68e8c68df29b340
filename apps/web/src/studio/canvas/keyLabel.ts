const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** A keyboard shortcut as this platform writes it: `Mod+D` is Ctrl+D, or ⌘D on a Mac. */
export function keyLabel(keys: string): string {
  return isMac()
    ? keys.replaceAll('Mod+', '⌘').replaceAll('Alt+', '⌥').replaceAll('Shift+', '⇧')
    : keys.replaceAll('Mod', 'Ctrl');
}

/** Whether the platform's main modifier is pressed: Ctrl, or Command on a Mac. */
export const isMod = (event: { ctrlKey: boolean; metaKey: boolean }): boolean =>
  isMac() ? event.metaKey : event.ctrlKey;
