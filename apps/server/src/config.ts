import { isDeepStrictEqual } from 'node:util';
import type { SettingInForce } from '@portico/contracts/admin/settings';
import { isLoopback } from './settings/settingParsers.ts';
import type { Setting } from './settings/setting.ts';
import { settings } from './settings/settings.ts';

type Settings = typeof settings;
export type Config = { [Name in keyof Settings]: ReturnType<Settings[Name]['parse']> } & {
  PUBLIC_URL: string;
  MAIL_FROM: string;
};

/** Everything that is wrong with the configuration, one problem per line, without the values of secrets. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** A single setting, for commands that need no others. Throws ConfigError. */
export function loadSetting<Name extends keyof Settings>(
  name: Name,
  env: Record<string, string | undefined>,
): Config[Name] {
  const { default: fallback = '', parse } = settings[name] as Setting<Config[Name]>;
  try {
    return parse(env[name]?.trim() || fallback);
  } catch (error) {
    throw new ConfigError(`${name} ${(error as Error).message}`);
  }
}

/** Reads and checks every setting from `env` alone. Throws ConfigError with all problems together. */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, { default: fallback, parse, secret }] of Object.entries<Setting<unknown>>(settings)) {
    const rawValue = env[name]?.trim() || fallback;
    if (rawValue === undefined) {
      problems.push(`${name} is required`);
      continue;
    }
    try {
      values[name] = parse(rawValue);
    } catch (error) {
      problems.push(`${name} ${(error as Error).message}${secret ? '' : `, not ${JSON.stringify(rawValue)}`}`);
    }
  }
  values['PUBLIC_URL'] ??= derivedDefaults.PUBLIC_URL(values as Config);
  values['MAIL_FROM'] ??= derivedDefaults.MAIL_FROM(values as Config);
  const config = values as Config;
  if (problems.length === 0) problems.push(...contradictions(config));
  if (problems.length > 0)
    throw new ConfigError(`The configuration is not valid:\n${problems.map((line) => `  ${line}`).join('\n')}`);
  return config;
}

/** Defaults that depend on other settings. */
const derivedDefaults = {
  PUBLIC_URL: ({ PORT }: Config) => `http://localhost:${PORT}`,
  MAIL_FROM: ({ PUBLIC_URL }: Config) => `no-reply@${URL.parse(PUBLIC_URL)?.hostname}`,
};

function contradictions(config: Config): string[] {
  const problems: string[] = [];
  const { origin, protocol, hostname } = new URL(config.PUBLIC_URL);
  if (origin !== config.PUBLIC_URL) problems.push(`PUBLIC_URL must not have a path, not "${config.PUBLIC_URL}"`);
  if (protocol === 'http:' && !isLoopback(hostname))
    problems.push('PUBLIC_URL must be https, because browsers keep the sign-in cookies only there');
  if (!/^https?:$/.test(URL.parse(config.OIDC_ISSUER)?.protocol ?? ''))
    problems.push(`OIDC_ISSUER must be an http or https address, not "${config.OIDC_ISSUER}"`);
  else if (protocol === 'https:' && !config.OIDC_ISSUER.startsWith('https:'))
    problems.push('OIDC_ISSUER must be https when PUBLIC_URL is');
  if (config.HSTS_PRELOAD && !config.HSTS_INCLUDE_SUBDOMAINS)
    problems.push('HSTS_PRELOAD needs HSTS_INCLUDE_SUBDOMAINS, because the list accepts only whole domains');
  if (config.DATABASE_OWNER_URL !== undefined && new URL(config.DATABASE_URL).username === '')
    problems.push('DATABASE_URL must name its role when DATABASE_OWNER_URL is set');
  if (!config.DATABASE_PREPARE && config.DATABASE_OWNER_URL === undefined && config.DATABASE_LISTEN_URL === undefined)
    problems.push('DATABASE_OWNER_URL or DATABASE_LISTEN_URL must bypass the pooler when DATABASE_PREPARE is false');
  if (config.BACKUP_URL !== undefined && [config.FILES_URL, config.FILES_ALSO_URL].includes(config.BACKUP_URL))
    problems.push('BACKUP_URL must not be where the files are stored');
  if (config.ANALYTICS_ID !== undefined && config.ANALYTICS_SCRIPT_URL === undefined)
    problems.push('ANALYTICS_SCRIPT_URL is required when ANALYTICS_ID is set');
  if (config.OIDC_SCOPE !== undefined && !config.OIDC_SCOPE.split(' ').includes('openid'))
    problems.push('OIDC_SCOPE must contain openid');
  return problems;
}

/** The rows of docs/settings.md, in the order of the settings. */
export function describeConfig(): Array<{ name: string; default: string; description: string; secret: boolean }> {
  return Object.entries<Setting<unknown>>(settings).map(([name, one]) => ({
    name,
    default: one.default ?? '',
    description: one.description,
    secret: one.secret ?? false,
  }));
}

/** Every setting with its value as text, in the order of the settings. The values of secrets are not included. */
export function settingsInForce(config: Config): SettingInForce[] {
  return Object.entries<Setting<unknown>>(settings).map(([name, { default: fallback, parse, description, secret }]) => {
    const value = config[name as keyof Config] as unknown;
    const usual =
      name in derivedDefaults
        ? derivedDefaults[name as keyof typeof derivedDefaults](config)
        : fallback !== undefined && parse(fallback);
    const origin = value === undefined ? 'unset' : isDeepStrictEqual(value, usual) ? 'default' : 'set';
    const isSecret = secret ?? false;
    return { name, description, isSecret, origin, value: isSecret || value === undefined ? null : textOf(value) };
  });
}

function textOf(value: unknown): string {
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
