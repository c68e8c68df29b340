import { ConfigError, describeConfig, loadConfig, type Config } from '../config.ts';
import { ENCODED, isLoopback } from '../settings/settingParsers.ts';
import { notesOn, type Finding, type Notes } from './findings.ts';

/** Values of the example files that operators replace. */
const EXAMPLE = /change-me|\bexample\.(?:com|org|net)\b/i;

function warnAboutExamples(notes: Notes, env: Record<string, string | undefined>): void {
  for (const { name, secret } of describeConfig()) {
    const value = env[name]?.trim() ?? '';
    if (EXAMPLE.test(value))
      notes.warn(
        `${name} still has a value from the example${secret ? '' : `, ${value}`}.`,
        'Replace it with your own, or remove the line.',
      );
    else if (secret && (value.match(/@/g)?.length ?? 0) > 1 && URL.canParse(value))
      notes.warn(`${name} has more than one @, which other programs read differently.`, `Write ${ENCODED}.`);
  }
}

/** The settings, or undefined if they are invalid; nothing else can be checked then. */
export function checkSettings(env: Record<string, string | undefined>): { config?: Config; findings: Finding[] } {
  const notes = notesOn('settings');
  let config: Config;
  try {
    config = loadConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [, ...problems] = error.message.split('\n');
    for (const problem of problems)
      notes.fail(
        `${problem.trim()}.`,
        `Correct it in ${env['PORTICO_SETTINGS_FILE']?.replaceAll(':', ' or ') || 'the environment of the process'}; docs/settings.md lists every setting.`,
      );
    return { findings: notes.findings };
  }
  notes.ok('Every setting is valid.');
  warnAboutExamples(notes, env);
  if (isLoopback(new URL(config.PUBLIC_URL).hostname)) return { config, findings: notes.findings };
  if (config.METRICS_TOKEN === undefined)
    notes.warn(
      'METRICS_TOKEN is not set, so no one can read /metrics, and alerts do not work.',
      'Set it to a long random string (`openssl rand -base64 32`), and give it to Prometheus.',
    );
  if (config.TRUSTED_PROXIES.length === 0)
    notes.warn(
      'TRUSTED_PROXIES is not set: behind a proxy, all visitors then appear to have one address, and share its rate limit.',
      'Set it to the addresses or networks of the proxies in front of the portal.',
    );
  return { config, findings: notes.findings };
}
