/** The host application's configuration. Source: spec §3 Sidebar configuration. */
export interface SidebarConfig {
  /** Base address of the content calls (menu, current user); endpoint paths are appended. */
  contentApiUrl: string;
  /** Base address of the notification calls and their event stream. */
  notificationApiUrl: string;
  /** Base address of the account calls; needed only with `rememberBrowser`. */
  acpApiUrl?: string | undefined;
  accessToken: string;
  idToken: string;
  /** Offers to remember this browser. Default: false. */
  rememberBrowser?: boolean | undefined;
  /** Shows the Widget Panel switch. Default: true. */
  showWidgetToggle?: boolean | undefined;
  applicationsConfig?:
    | { compensationSystemUrl?: string | undefined; addNewApplicationUrl?: string | undefined }
    | undefined;
}

/** A validated configuration: base addresses are absolute and have no trailing slash. */
export interface CheckedConfig {
  contentApiUrl: string;
  notificationApiUrl: string;
  acpApiUrl: string | undefined;
  accessToken: string;
  idToken: string;
  rememberBrowser: boolean;
  showWidgetToggle: boolean;
  applicationsConfig: { compensationSystemUrl?: string; addNewApplicationUrl?: string } | undefined;
}

/** Characters allowed in a token header; anything else would fail in every call. */
const TOKEN = /^[\x21-\x7e]+$/;

/**
 * Validates a host's configuration. Returns it, or all problems at once, worded for the host's developers and without
 * tokens. Relative addresses are resolved against `base`, the host page's address.
 */
export function checkConfig(given: unknown, base: string): { config: CheckedConfig } | { problems: string[] } {
  if (typeof given !== 'object' || given === null) return { problems: ['The configuration is not an object.'] };
  const values = given as Record<string, unknown>;
  const problems: string[] = [];

  const address = (name: string, value: unknown): string | undefined => {
    const url = typeof value === 'string' ? URL.parse(value, base) : null;
    if (url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url.href;
    problems.push(`${name} is ${value === undefined || value === null ? 'missing' : 'not an http(s) address'}.`);
    return undefined;
  };
  const baseAddress = (name: string) => withoutTrailingParts(address(name, values[name]) ?? '');
  const token = (name: string) => {
    const value = values[name];
    if (typeof value === 'string' && TOKEN.test(value)) return value;
    problems.push(`${name} is ${value === undefined || value === null || value === '' ? 'missing' : 'not a token'}.`);
    return '';
  };
  const flag = (name: string, otherwise: boolean) => {
    const value = values[name] ?? otherwise;
    if (typeof value === 'boolean') return value;
    problems.push(`${name} is neither true nor false.`);
    return otherwise;
  };

  const rememberBrowser = flag('rememberBrowser', false);
  const config: CheckedConfig = {
    contentApiUrl: baseAddress('contentApiUrl'),
    notificationApiUrl: baseAddress('notificationApiUrl'),
    acpApiUrl: rememberBrowser || (values['acpApiUrl'] ?? '') !== '' ? baseAddress('acpApiUrl') : undefined,
    accessToken: token('accessToken'),
    idToken: token('idToken'),
    rememberBrowser,
    showWidgetToggle: flag('showWidgetToggle', true),
    applicationsConfig: checkApplications(values['applicationsConfig'], address, problems),
  };
  return problems.length > 0 ? { problems } : { config };
}

/** Removes query, hash and trailing slashes. */
function withoutTrailingParts(address: string): string {
  const [path = ''] = address.split(/[?#]/, 1);
  return path.endsWith('/') ? withoutTrailingParts(path.slice(0, -1)) : path;
}

function checkApplications(
  given: unknown,
  address: (name: string, value: unknown) => string | undefined,
  problems: string[],
): CheckedConfig['applicationsConfig'] {
  if (given === undefined || given === null) return undefined;
  if (typeof given !== 'object') {
    problems.push('applicationsConfig is not an object.');
    return undefined;
  }
  const checked: NonNullable<CheckedConfig['applicationsConfig']> = {};
  for (const name of ['compensationSystemUrl', 'addNewApplicationUrl'] as const) {
    const value = (given as Record<string, unknown>)[name];
    if (value === undefined || value === null || value === '') continue;
    const href = address(`applicationsConfig.${name}`, value);
    if (href !== undefined) checked[name] = href;
  }
  return checked;
}
