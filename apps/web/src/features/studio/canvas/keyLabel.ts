const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** Keys as this computer calls them: `Mod+D` is Ctrl+D, on a Mac ⌘D. */
export function keyLabel(keys: string): string {
  return isMac()
    ? keys.replaceAll('Mod+', '⌘').replaceAll('Alt+', '⌥').replaceAll('Shift+', '⇧')
    : keys.replaceAll('Mod', 'Ctrl');
}

/** Whether the key that does what Ctrl does elsewhere is pressed. */
export const isMod = (event: { ctrlKey: boolean; metaKey: boolean }): boolean =>
  isMac() ? event.metaKey : event.ctrlKey;
