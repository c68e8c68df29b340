export const DEFAULT_SETTINGS_FILE: string;
export function settingsFiles(env: NodeJS.ProcessEnv): string[];
export function lacksDevelopmentPackages(root: string): boolean;
export function isInstallation(root: string, env: NodeJS.ProcessEnv): boolean;
